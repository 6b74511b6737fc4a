"use client"
/**
 * Hooks that read payments. Each takes `{ as }` like `useResource`; change something with `useAction`, such as
 * `useAction(Payments.cancelSubscription)`.
 */
import { type Flavor, type ResourceOptions, useResource } from "../react/UseResource.ts"
import * as Payments from "./Payments.ts"

/** How much of an item the current user has, or a team that they administrate. */
export const useItem = <const As extends Flavor>(
  itemId: string,
  { teamId }: Payments.Payer = {},
  options: ResourceOptions<As> = {}
) => useResource<typeof Payments.getItem, As>(Payments.getItem, { itemId, teamId }, options)

/** The products that the current user has, or a team that they administrate. */
export const useProducts = <const As extends Flavor>(
  { cursor, limit, teamId }: Payments.Payer & Payments.PageOptions = {},
  options: ResourceOptions<As> = {}
) => useResource<typeof Payments.pageProducts, As>(Payments.pageProducts, { cursor, limit, teamId }, options)

/** Whether the current user can pay, or a team that they administrate, and with what. */
export const useBilling = <const As extends Flavor>(
  { teamId }: Payments.Payer = {},
  options: ResourceOptions<As> = {}
) => useResource<typeof Payments.getBilling, As>(Payments.getBilling, { teamId }, options)

/** The invoices of the current user, or of a team that they administrate, newest first. */
export const useInvoices = <const As extends Flavor>(
  { cursor, limit, teamId }: Payments.Payer & Payments.PageOptions = {},
  options: ResourceOptions<As> = {}
) => useResource<typeof Payments.pageInvoices, As>(Payments.pageInvoices, { cursor, limit, teamId }, options)
