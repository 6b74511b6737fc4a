/** The exact errors of the operations of payments. */
import type * as Effect from "effect/Effect"
import { expectTypeOf } from "vitest"
import type * as Errors from "../../src/domain/errors/Payments.ts"
import type { TeamPermissionRequired } from "../../src/domain/errors/Permissions.ts"
import type { NotSupportedByService } from "../../src/domain/errors/ProjectAccess.ts"
import type { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import type {
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed,
  UserAuthenticationRequired
} from "../../src/domain/errors/Session.ts"
import type { TeamNotFound } from "../../src/domain/errors/Teams.ts"
import type { TransportError } from "../../src/domain/errors/TransportError.ts"
import type { RedirectUrlNotWhitelisted, UserNotFound } from "../../src/domain/errors/Users.ts"
import type * as AdminPayments from "../../src/payments/AdminPayments.ts"
import type { useItem } from "../../src/payments/Hooks.ts"
import type * as Payments from "../../src/payments/Payments.ts"
import type { PromiseAdminPayments } from "../../src/payments/PromiseAdminPayments.ts"
import type { PromisePayments } from "../../src/payments/PromisePayments.ts"
import type * as ServerPayments from "../../src/payments/ServerPayments.ts"

type ErrorOf<Op extends (...input: never) => unknown> = Effect.Error<ReturnType<Op>>

type EveryCall = NotSupportedByService | RequestRefused | TransportError

type EveryClientCall =
  | EveryCall
  | AnonymousAuthenticationNotAllowed
  | RestrictedUserNotAllowed
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | Errors.CustomerOfSomeoneElse

expectTypeOf<ErrorOf<typeof Payments.getItem>>().toEqualTypeOf<
  EveryClientCall | Errors.ItemNotFound | Errors.ItemCustomerTypeDoesNotMatch | UserNotFound | TeamNotFound
>()
expectTypeOf<ErrorOf<typeof Payments.pageProducts>>().toEqualTypeOf<EveryClientCall>()
expectTypeOf<ErrorOf<typeof Payments.createCheckoutUrl>>().toEqualTypeOf<
  | EveryClientCall
  | UserNotFound
  | TeamNotFound
  | Errors.NewPurchasesBlocked
  | Errors.ProductDoesNotExist
  | Errors.ProductCustomerTypeDoesNotMatch
  | Errors.ProductAlreadyGranted
  | RedirectUrlNotWhitelisted
>()
expectTypeOf<ErrorOf<typeof Payments.cancelSubscription>>().toEqualTypeOf<
  | EveryClientCall
  | Errors.ProductDoesNotExist
  | Errors.ProductCustomerTypeDoesNotMatch
  | Errors.SubscriptionNotCancelable
>()
expectTypeOf<ErrorOf<typeof ServerPayments.decreaseItem>>().toEqualTypeOf<
  | EveryCall
  | UserNotFound
  | TeamNotFound
  | Errors.ItemNotFound
  | Errors.ItemCustomerTypeDoesNotMatch
  | Errors.ItemQuantityInsufficientAmount
>()
expectTypeOf<ErrorOf<typeof ServerPayments.grantProduct>>().toEqualTypeOf<
  | EveryCall
  | UserNotFound
  | TeamNotFound
  | Errors.ProductDoesNotExist
  | Errors.ProductCustomerTypeDoesNotMatch
  | Errors.ProductAlreadyGranted
>()
expectTypeOf<ErrorOf<typeof AdminPayments.pageTransactions>>().toEqualTypeOf<EveryCall>()

// Each operation is a method, and a hook has the value of its read.
expectTypeOf<keyof PromisePayments>().toEqualTypeOf<keyof typeof Payments>()
expectTypeOf<keyof PromiseAdminPayments>().toEqualTypeOf<keyof typeof AdminPayments>()
expectTypeOf<Awaited<ReturnType<PromisePayments["getItem"]>>["quantity"]>().toEqualTypeOf<number>()
expectTypeOf<ReturnType<typeof useItem<"suspense">>["quantity"]>().toEqualTypeOf<number>()

/* A customer is exactly one of a user, a team and another customer. */
type Input = Parameters<typeof ServerPayments.getItem>[0]
expectTypeOf<{ userId: string; itemId: string }>().toExtend<Input>()
expectTypeOf<{ customCustomerId: string; itemId: string }>().toExtend<Input>()
expectTypeOf<{ itemId: string }>().not.toExtend<Input>()
expectTypeOf<{ userId: string; teamId: string; itemId: string }>().not.toExtend<Input>()

/* The type of an entry says which fields it has. */
type Entry = AdminPayments.TransactionEntry
expectTypeOf<Extract<Entry, { type: "money_transfer" }>["chargedAmount"]["USD"]>().toEqualTypeOf<string | undefined>()
expectTypeOf<Extract<Entry, { type: "item_quantity_change" }>["quantity"]>().toEqualTypeOf<number>()
expectTypeOf<Extract<Entry, { type: "other" }>["wireType"]>().toEqualTypeOf<string>()
