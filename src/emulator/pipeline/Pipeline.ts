/** The steps of a request in order, and the type of each. */
import * as Effect from "effect/Effect"
import type { BrokenConnection } from "../faults/BrokenConnection.ts"

/** Answers a request. Only a fault on purpose breaks the connection instead. */
export type Handler<Request, Answer> = (request: Request) => Effect.Effect<Answer, BrokenConnection>

/** A step around the rest of the pipeline: it may answer by itself, or change the rest's answer. */
export type Step<Request, Answer> = (
  request: Request,
  rest: Effect.Effect<Answer, BrokenConnection>
) => Effect.Effect<Answer, BrokenConnection>

/** A step that adds data to the request, for the steps after it. */
export type StepWith<Request, Answer, Added> = (
  request: Request,
  rest: Handler<Added, Answer>
) => Effect.Effect<Answer, BrokenConnection>

/** Steps for requests of type `Request`, which become `Extended` by what the steps so far have added. */
export interface Pipeline<Request, Answer, Extended> {
  readonly step: (step: Step<Extended, Answer>) => Pipeline<Request, Answer, Extended>
  readonly stepWith: <Added>(step: StepWith<Extended, Answer, Added>) => Pipeline<Request, Answer, Extended & Added>
  readonly end: (last: Handler<Extended, Answer>) => Handler<Request, Answer>
}

const from = <Request, Answer, Extended>(
  end: (last: Handler<Extended, Answer>) => Handler<Request, Answer>
): Pipeline<Request, Answer, Extended> => ({
  step: (step) =>
    from((last) =>
      end((request) =>
        step(
          request,
          Effect.suspend(() => last(request))
        )
      )
    ),
  stepWith: (step) => from((last) => end((request) => step(request, (added) => last({ ...request, ...added })))),
  end
})

export const begin = <Request, Answer>(): Pipeline<Request, Answer, Request> => from((last) => last)
