/**
 * Figures about a project (wire/entities §12).
 */
import * as Schema from "effect/Schema"
import { ServerUser } from "./User.ts"
import { WireStruct } from "./WireStruct.ts"

/** The activity of one day; `date` is `YYYY-MM-DD`. */
export const DailyActivity = WireStruct({ date: Schema.String, activity: Schema.Finite })
/** The activity of one day; `date` is `YYYY-MM-DD`. */
export interface DailyActivity extends Schema.Schema.Type<typeof DailyActivity> {}

/** How many users sign in with a method: `password`, `otp`, `passkey` or a provider id. */
export const LoginMethodCount = WireStruct({ method: Schema.String, count: Schema.Finite })
/** How many users sign in with a method. */
export interface LoginMethodCount extends Schema.Schema.Type<typeof LoginMethodCount> {}

/** Figures about a project; the daily ones cover today and the 30 days before, oldest first. */
export const Metrics = WireStruct({
  totalUsers: Schema.Finite,
  dailyUsers: Schema.Array(DailyActivity),
  dailyActiveUsers: Schema.Array(DailyActivity),
  usersByCountry: Schema.Record(Schema.String, Schema.Finite),
  recentlyRegistered: Schema.Array(ServerUser),
  recentlyActive: Schema.Array(ServerUser),
  loginMethods: Schema.Array(LoginMethodCount)
})
/** Figures about a project. */
export interface Metrics extends Schema.Schema.Type<typeof Metrics> {}
