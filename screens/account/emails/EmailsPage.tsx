import { useContactChannels } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { Icon } from "../../components/Icon.tsx"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"
import { AddEmailForm } from "./AddEmailForm.tsx"
import { EmailRow } from "./EmailRow.tsx"

export const EmailsPage = () => {
  const t = useText()
  const channels = useContactChannels()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button size="small" variant="primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t.emails.add}
    </Button>
  )
  const primaryFirst = [...channels].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  return (
    <>
      <PartHeader name="emails" actions={isAdding || channels.length === 0 ? undefined : add} />
      <Card label={t.emails.title} footer={channels.length === 0 ? undefined : t.emails.note}>
        {isAdding && <AddEmailForm isFirst={channels.length === 0} onClose={() => setAdding(false)} />}
        {channels.length > 0 ? (
          <ul className="gf-rows">
            {primaryFirst.map((channel) => (
              <EmailRow key={channel.id} channel={channel} />
            ))}
          </ul>
        ) : isAdding ? undefined : (
          <Empty icon="mail" title={t.emails.emptyTitle} action={add}>
            {t.emails.emptyHint}
          </Empty>
        )}
      </Card>
    </>
  )
}
