import { Text, TextInput, type TextInputProps, View } from "react-native"
import { useColors } from "./theme"

type FieldProps = Pick<TextInputProps, "autoComplete" | "keyboardType" | "secureTextEntry"> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text field below its label. */
export const Field = ({ label, onChange, ...props }: FieldProps) => {
  const { line, quiet, text } = useColors()
  return (
    <View style={{ gap: 6 }}>
      <Text style={{ color: quiet, fontSize: 14 }}>{label}</Text>
      <TextInput
        {...props}
        accessibilityLabel={label}
        autoCapitalize="none"
        onChangeText={onChange}
        style={{ borderColor: line, borderRadius: 8, borderWidth: 1, color: text, fontSize: 16, padding: 12 }}
      />
    </View>
  )
}
