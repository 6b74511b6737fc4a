/** The steps of a request in order, and the type of each. */
import * as Effect from "effect/Effect"
import type { BrokenConnection } from "../faults/BrokenConnection.ts"

/** Answers a request. Only a fault on purpose breaks the connection instead. */
export type Answering<Request, Answer> = (request: Request) => Effect.Effect<Answer, BrokenConnection>

/** A step around the rest of the pipeline: it may answer by itself, or change the rest's answer. */
export type Step<Request, Answer> = (
  request: Request,
  rest: Effect.Effect<Answer, BrokenConnection>
) => Effect.Effect<Answer, BrokenConnection>

/** A step that finds something out and passes it on with the request. */
export type Finding<Request, Answer, Found> = (
  request: Request,
  rest: Answering<Found, Answer>
) => Effect.Effect<Answer, BrokenConnection>

/** A pipeline that requests of type `Request` begin, and of which the steps so far have made `Now`. */
export interface Pipeline<Request, Answer, Now> {
  readonly step: (step: Step<Now, Answer>) => Pipeline<Request, Answer, Now>
  readonly find: <Found>(step: Finding<Now, Answer, Found>) => Pipeline<Request, Answer, Now & Found>
  readonly end: (last: Answering<Now, Answer>) => Answering<Request, Answer>
}

const from = <Request, Answer, Now>(
  end: (last: Answering<Now, Answer>) => Answering<Request, Answer>
): Pipeline<Request, Answer, Now> => ({
  step: (step) =>
    from((last) =>
      end((now) =>
        step(
          now,
          Effect.suspend(() => last(now))
        )
      )
    ),
  find: (step) => from((last) => end((now) => step(now, (found) => last({ ...now, ...found })))),
  end
})

/** A pipeline without steps. */
export const begin = <Request, Answer>(): Pipeline<Request, Answer, Request> => from((last) => last)
