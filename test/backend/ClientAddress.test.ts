/** Which part of an address counts as one client. */
import { assert, it } from "@effect/vitest"
import { network } from "../../src/backend/middleware/ClientAddress.ts"

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:4711", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::6]:443", "2001:db8:1:2::/64"],
  ["2001:0DB8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["a[::1]", "unknown"],
  ["[::1]b", "unknown"],
  ["", "unknown"],
  ["somewhere", "unknown"]
])("the network of %j is %s", (address, expected) => {
  assert.strictEqual(network(address), expected)
})
