/** Users, teams, emails and requests as entries of the palette. */
import { Icon } from "#screens/components/Icon"
import type { Entry as Request } from "../../../src/emulator/control/Journal.ts"
import type { MailSummary } from "../lib/activity.ts"
import { nameOfRequest, shortPath } from "../lib/requestNames.ts"
import { userName, type User } from "../lib/users.ts"
import type { Entry } from "./search.ts"

export const ofUser =
  (projectId: string) =>
  (user: User): Entry => ({
    id: `user-${user.id}`,
    label: userName(user),
    detail: user.primaryEmail ?? undefined,
    words: user.id,
    icon: <Icon name="user" />,
    to: `/projects/${projectId}/users/${user.id}`
  })

export const ofTeam =
  (projectId: string) =>
  ({ displayName, id }: { readonly displayName: string; readonly id: string }): Entry => ({
    id: `team-${id}`,
    label: displayName,
    words: `${id} team`,
    icon: <Icon name="team" />,
    to: `/projects/${projectId}/teams/${id}`
  })

export const ofMail =
  (projectId: string) =>
  ({ code, id, subject, to }: MailSummary): Entry => ({
    id: `mail-${id}`,
    label: subject || "No subject",
    detail: to,
    words: `${id} ${code ?? ""} email`,
    icon: <Icon name="mail" />,
    to: `/projects/${projectId}/mailbox/${encodeURIComponent(id)}`
  })

export const ofRequest =
  (projectId: string) =>
  (request: Request): Entry => ({
    id: `request-${request.requestId}`,
    label: nameOfRequest(request) ?? `${request.method} ${shortPath(request.path)}`,
    detail: `${request.status || "No answer"} · ${request.method} ${shortPath(request.path)}`,
    words: `${request.requestId} ${request.knownError ?? ""} request`,
    icon: <Icon name="terminal" />,
    to: `/projects/${projectId}/requests/${request.requestId}`
  })
