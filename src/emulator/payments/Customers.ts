/** The customers of projects, and the cards that they pay with. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CustomerType, PaymentMethod } from "../../api/schema/Payments.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface Customer {
  readonly projectId: ProjectId
  readonly type: CustomerType
  readonly id: string
}

const Card = Schema.Struct({
  ...PaymentMethod.to.fields,
  /** Whether it also pays renewals. */
  paysRenewals: Schema.Boolean
})
export interface Card extends Schema.Struct.Type<(typeof Card)["fields"]> {}

const parseCard = Columns.makeParser(Card)

/** The columns that name a customer, in the tables of what customers have. */
export const toColumns = ({ id, projectId, type }: Customer) => ({
  project_id: projectId,
  customer_type: type,
  customer_id: id
})

/** Matches the rows of a customer, in the tables of what customers have. */
export const ownedBy = ({ id, projectId, type }: Customer) =>
  sql`project_id = ${projectId} AND customer_type = ${type} AND customer_id = ${id}`

const isCustomer = ({ id, projectId, type }: Customer) =>
  sql`project_id = ${projectId} AND type = ${type} AND id = ${id}`

/** Stores a customer, unless it is known. */
export const ensure = ({ id, projectId, type }: Customer) =>
  Database.run(sql`INSERT INTO payment_customers ${sql.insert({ project_id: projectId, type, id })}
    ON CONFLICT DO NOTHING`)

/** The card of a customer; undefined if the payment provider does not know the customer. */
export const findCard = (customer: Customer) =>
  Effect.map(
    Database.first(sql<{ readonly card: string | null }>`SELECT card FROM payment_customers
      WHERE ${isCustomer(customer)} AND is_known = 1`),
    (row): { readonly card: Card | null } | undefined => row && { card: row.card === null ? null : parseCard(row.card) }
  )

/** Makes a customer known to the payment provider. */
export const introduce = (customer: Customer) =>
  Database.run(sql`UPDATE payment_customers SET is_known = 1 WHERE ${isCustomer(customer)}`)

export const setCard = (customer: Customer, card: Card) =>
  Database.run(sql`UPDATE payment_customers SET card = ${JSON.stringify(card)} WHERE ${isCustomer(customer)}`)
