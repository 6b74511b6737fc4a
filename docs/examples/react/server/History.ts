/** Thirty days of the demo: who signed up and came back when, and what they were mailed. The same at each start. */
import { Effect } from "effect"
import { ContactChannels, Emails, Outbox, Sessions, Users } from "gatefold/server"
import { PastClock } from "./PastClock.ts"

/** The first day of the history, counted back from today. */
const firstDay = 30

/** A week of sign-ups, and how many of ten users come back on a day of it. */
const signUps = [2, 3, 2, 3, 2, 1, 0.5]
const returning = [5, 6, 5, 6, 4, 2, 1]

const of = (week: ReadonlyArray<number>, day: number): number => week[(firstDay - day) % week.length] ?? 0

/** Half as many as in such a week at first, and half as many more in the end. */
const newUsersOn = (day: number): number => Math.round(of(signUps, day) * (1.5 - day / firstDay))

/** Some come nearly every day, others hardly ever. */
const comesBack = (user: number, day: number): boolean => (user * 7 + day * 3) % 10 < of(returning, day) - (user % 4)

const welcome = (name: string) =>
  `<h1>Welcome, ${name}</h1><p>Your account is ready. Write your first note, and invite your team to it.</p>`

/** Signs up a user through the client, so the service sends the usual emails. */
const signUp = Effect.fn("demo.signUp")(function* (person: Users.NewUser & { readonly displayName: string }) {
  const user = yield* Users.create(person)
  yield* Sessions.create({ userId: user.id })
  yield* Emails.send({ to: [user.id], subject: "Welcome to the demo", html: welcome(person.displayName) })
  if (!user.primaryEmailVerified) yield* ContactChannels.sendPrimaryVerification({ userId: user.id })
  return user
})

/** Mails are sent in the background; those of a day are sent before the next day comes. */
const mailsAreSent = Outbox.page({ simpleStatus: "in-progress", limit: 1 }).pipe(
  Effect.repeat({ until: ({ items }) => items.length === 0 })
)

/** Lets people sign up and come back, day by day, and answers who they are, in the order of their sign-ups. */
export const live = Effect.fn("demo.live")(function* (
  people: ReadonlyArray<Users.NewUser & { readonly displayName: string }>
) {
  const { goTo, leave } = yield* PastClock
  const users: Array<Users.ServerUser> = []
  const day = Effect.fnUntraced(function* (daysAgo: number) {
    yield* goTo(daysAgo, 9)
    const returned = users.filter((_, index) => comesBack(index, daysAgo))
    yield* Effect.forEach(returned, ({ id }) => Sessions.create({ userId: id }), { concurrency: 8, discard: true })
    // The rest sign up today.
    const count = daysAgo === 0 ? people.length : newUsersOn(daysAgo)
    for (const [index, person] of people.slice(users.length, users.length + count).entries()) {
      yield* goTo(daysAgo, 10 + index / 2)
      users.push(yield* signUp(person))
    }
    yield* mailsAreSent
  })
  const days = Array.from({ length: firstDay + 1 }, (_, index) => firstDay - index)
  yield* Effect.forEach(days, day, { discard: true }).pipe(Effect.ensuring(leave))
  return users
})
