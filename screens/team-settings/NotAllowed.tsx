import { Card } from "../components/Card.tsx"
import { Empty } from "../components/Empty.tsx"
import { useText } from "../text/Text.tsx"
import { TabHeader } from "./TabHeader.tsx"

/** Instead of a tab that the user may not see. */
export const NotAllowed = ({ title }: { readonly title: string }) => {
  const t = useText()
  return (
    <>
      <TabHeader title={title} />
      <Card label={title}>
        <Empty icon="lock" title={t.team.notAllowedTitle}>
          {t.team.notAllowed}
        </Empty>
      </Card>
    </>
  )
}
