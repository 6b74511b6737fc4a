import { useContactChannels } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { PageHeader } from "../../components/PageHeader.tsx"
import { AddEmailForm } from "./AddEmailForm.tsx"
import { EmailRow } from "./EmailRow.tsx"
import { NotificationsCard } from "./NotificationsCard.tsx"

export const EmailsPage = () => {
  const channels = useContactChannels()
  return (
    <>
      <PageHeader title="E-mail addresses" description="Where mails go, and what you can sign in with." />
      <Card title="Your addresses">
        {channels.length === 0 ? (
          <Empty title="No address yet">Add one to get mails and to sign in with it.</Empty>
        ) : (
          <ul className="gf-list">
            {channels.map((channel) => (
              <EmailRow key={channel.id} channel={channel} />
            ))}
          </ul>
        )}
      </Card>
      <Card title="Add an address" description="You get a mail with a link that verifies it.">
        <AddEmailForm isFirst={channels.length === 0} />
      </Card>
      <NotificationsCard />
    </>
  )
}
