import { Text } from "react-native"
import { useColors } from "./theme"

interface ProblemProps {
  readonly error: { readonly message: string } | undefined
}

/** The message of an error. */
export const Problem = ({ error }: ProblemProps) => {
  const { alert } = useColors()
  return error === undefined ? null : (
    <Text role="alert" style={{ color: alert, fontSize: 16 }}>
      {error.message}
    </Text>
  )
}
