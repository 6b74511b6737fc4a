/** Connects a request with the session, the emails and the webhooks that it has caused. */
import { useMemo } from "react"
import type { Entry } from "../../../src/emulator/control/Journal.ts"
import type { Mail } from "../../../src/emulator/mail/Mailbox.ts"
import type { Attempt } from "../../../src/emulator/webhooks/Attempts.ts"
import { call } from "./control.ts"
import { useLive } from "./useLive.ts"
import { type Read, useRead } from "./useRead.ts"

/** An email without its contents. */
export type MailSummary = Pick<Mail, "code" | "id" | "link" | "projectId" | "requestId" | "sentAt" | "subject" | "to">

/** All attempts to deliver one message. The last one says how it ended. */
export interface Message {
  readonly id: string
  readonly attempts: ReadonlyArray<Attempt>
  readonly last: Attempt
}

/** A request with what it has caused; one of both is missing for what no app has asked for. */
export interface Thread {
  readonly id: string
  readonly at: number
  readonly request: Entry | undefined
  readonly mails: ReadonlyArray<MailSummary>
  readonly messages: ReadonlyArray<Message>
}

export const useMailSummaries = (): Read<ReadonlyArray<MailSummary>> =>
  useRead("mail summaries", (signal) => call<ReadonlyArray<MailSummary>>("mails?summary=true", { signal }))

export const useAttempts = (): Read<ReadonlyArray<Attempt>> =>
  useRead("attempts", (signal) => call<ReadonlyArray<Attempt>>("webhooks", { signal }))

/** Groups attempts by message, newest message first. */
export const groupAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Message> => {
  const messages = new Map<string, Array<Attempt>>()
  for (const attempt of attempts) {
    const known = messages.get(attempt.messageId)
    if (known === undefined) messages.set(attempt.messageId, [attempt])
    else known.push(attempt)
  }
  return [...messages]
    .flatMap(([id, attempts]) => {
      const last = attempts.at(-1)
      return last === undefined ? [] : [{ id, attempts, last }]
    })
    .toReversed()
}

const groupByUser = <A>(
  items: ReadonlyArray<A>,
  idOf: (item: A) => string | undefined
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const item of items) {
    const id = idOf(item)
    if (id === undefined) continue
    const known = groups.get(id)
    if (known === undefined) groups.set(id, [item])
    else known.push(item)
  }
  return groups
}

/** Everything by request, newest first. */
export const groupThreads = (
  requests: ReadonlyArray<Entry>,
  mails: ReadonlyArray<MailSummary>,
  attempts: ReadonlyArray<Attempt>
): ReadonlyArray<Thread> => {
  const messages = groupAttempts(attempts)
  const mailsBy = groupByUser(mails, ({ requestId }) => requestId)
  const messagesBy = groupByUser(messages, ({ last }) => last.requestId)
  const known = new Set(requests.map(({ requestId }) => requestId))
  const isLoose = ({ requestId }: { readonly requestId?: string | undefined }) =>
    requestId === undefined || !known.has(requestId)
  const ofRequests = requests.map((request): Thread => ({
    id: request.requestId,
    at: request.at,
    request,
    mails: mailsBy.get(request.requestId) ?? [],
    messages: messagesBy.get(request.requestId) ?? []
  }))
  const alone = { request: undefined, mails: [], messages: [] }
  return [
    ...ofRequests,
    ...mails.filter(isLoose).map((mail): Thread => ({ ...alone, id: mail.id, at: mail.sentAt, mails: [mail] })),
    ...messages
      .filter(({ last }) => isLoose(last))
      .map((message): Thread => ({ ...alone, id: message.id, at: message.last.at, messages: [message] }))
  ].toSorted((a, b) => b.at - a.at)
}

/** All threads, as soon as their parts are there. */
export const useThreads = (): Read<ReadonlyArray<Thread>> => {
  const { requests } = useLive()
  const mails = useMailSummaries()
  const attempts = useAttempts()
  return useMemo(() => {
    if (mails.status !== "done") return mails
    if (attempts.status !== "done") return attempts
    return { status: "done", value: groupThreads(requests, mails.value, attempts.value) }
  }, [requests, mails, attempts])
}

/** The project that a thread belongs to. */
export const findProject = ({ mails, messages, request }: Thread): string | undefined =>
  request?.projectId ?? mails[0]?.projectId ?? messages[0]?.last.projectId

/** The user that a thread is about, as far as it is known. */
export const findUser = ({ request }: Thread): string | undefined => request?.userId ?? request?.session?.userId
