import { useSearchParams } from "react-router"

/**
 * A part of the URL, so that a reload keeps it. It replaces the entry of the history, because typing is not navigation.
 */
export const useQuery = (name: string): readonly [value: string, change: (value: string) => void] => {
  const [params, setParams] = useSearchParams()
  const change = (value: string) =>
    setParams(
      (params) => {
        if (value === "") params.delete(name)
        else params.set(name, value)
        return params
      },
      { replace: true }
    )
  return [params.get(name) ?? "", change]
}
