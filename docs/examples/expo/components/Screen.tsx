import type { ReactNode } from "react"
import { ScrollView, Text } from "react-native"
import { useColors } from "./theme"

interface ScreenProps {
  readonly title: string
  readonly children: ReactNode
}

/** A screen with its title. */
export const Screen = ({ children, title }: ScreenProps) => {
  const { page, text } = useColors()
  return (
    <ScrollView
      contentContainerStyle={{
        alignSelf: "center",
        gap: 16,
        maxWidth: 440,
        padding: 24,
        paddingTop: 72,
        width: "100%"
      }}
      keyboardShouldPersistTaps="handled"
      style={{ backgroundColor: page }}
    >
      <Text role="heading" style={{ color: text, fontSize: 28, fontWeight: "600" }}>
        {title}
      </Text>
      {children}
    </ScrollView>
  )
}
