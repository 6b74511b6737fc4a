import { Pressable, Text } from "react-native"
import { useColors } from "./theme"

interface PressProps {
  readonly title: string
  readonly onPress: () => void
  readonly isPending?: boolean
  /** Whether it is one of several choices, and not the main one. */
  readonly isPlain?: boolean
}

/** A button. */
export const Press = ({ isPending = false, isPlain = false, onPress, title }: PressProps) => {
  const { accent, line, text } = useColors()
  return (
    <Pressable
      accessibilityRole="button"
      disabled={isPending}
      onPress={onPress}
      style={{
        alignItems: "center",
        backgroundColor: isPlain ? "transparent" : accent,
        borderColor: isPlain ? line : accent,
        borderRadius: 8,
        borderWidth: 1,
        opacity: isPending ? 0.6 : 1,
        padding: 14
      }}
    >
      <Text style={{ color: isPlain ? text : "#ffffff", fontSize: 16, fontWeight: "600" }}>{title}</Text>
    </Pressable>
  )
}
