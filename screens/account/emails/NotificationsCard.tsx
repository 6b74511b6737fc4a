import { Notifications } from "gatefold"
import { useAction, useNotificationCategories } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { SettingField } from "../../components/SettingField.tsx"

/** Which mails the user gets; nothing where the service does not ask. */
export const NotificationsCard = () => {
  const categories = useNotificationCategories({ as: "result" })
  const change = useAction(Notifications.setEnabled)
  if (categories.status === "failure" && categories.error._tag === "NotInThisService") return null
  return (
    <Card title="Notifications" description="The mails that you get from us. Each that you can turn off says how.">
      <Loaded read={categories}>
        {(all) => (
          <div className="gf-stack">
            {all.map(({ canDisable, enabled, id, name }) =>
              canDisable ? (
                <SettingField
                  key={id}
                  label={`${name} mails`}
                  isOn={enabled}
                  onChange={async (isOn) => (await change.run({ id, enabled: isOn })).ok}
                />
              ) : (
                <p key={id} className="gf-muted">
                  {name} mails always come: they are about what you do here.
                </p>
              )
            )}
            <FormError error={change.error} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
