/** Users, teams, emails and requests as entries of the palette. */
import { Icon } from "#screens/components/Icon"
import type { Entry as Request } from "../../../src/emulator/control/Journal.ts"
import type { MailSummary } from "../lib/activity.ts"
import { findRequestName, shortenPath } from "../lib/requestNames.ts"
import { formatUserName, type User } from "../lib/users.ts"
import type { Entry } from "./search.ts"

export const makeUserEntry =
  (projectId: string) =>
  (user: User): Entry => ({
    id: `user-${user.id}`,
    label: formatUserName(user),
    detail: user.primaryEmail ?? undefined,
    words: user.id,
    icon: <Icon name="user" />,
    to: `/projects/${projectId}/users/${user.id}`
  })

export const makeTeamEntry =
  (projectId: string) =>
  ({ displayName, id }: { readonly displayName: string; readonly id: string }): Entry => ({
    id: `team-${id}`,
    label: displayName,
    words: `${id} team`,
    icon: <Icon name="team" />,
    to: `/projects/${projectId}/teams/${id}`
  })

export const makeMailEntry =
  (projectId: string) =>
  ({ code, id, subject, to }: MailSummary): Entry => ({
    id: `mail-${id}`,
    label: subject || "No subject",
    detail: to,
    words: `${id} ${code ?? ""} email`,
    icon: <Icon name="mail" />,
    to: `/projects/${projectId}/mailbox/${encodeURIComponent(id)}`
  })

export const makeRequestEntry =
  (projectId: string) =>
  (request: Request): Entry => ({
    id: `request-${request.requestId}`,
    label: findRequestName(request) ?? `${request.method} ${shortenPath(request.path)}`,
    detail: `${request.status || "No answer"} · ${request.method} ${shortenPath(request.path)}`,
    words: `${request.requestId} ${request.knownError ?? ""} request`,
    icon: <Icon name="terminal" />,
    to: `/projects/${projectId}/requests/${request.requestId}`
  })
