/** The operators of expressions, apart from those that may leave out an operand. */
import type { Meter } from "./Meter.ts"
import { isNothing, isSame, joinTexts, toNumber, toText, getType, type Value } from "./Values.ts"

const comparisons: ReadonlyMap<string, (left: string | number, right: string | number) => boolean> = new Map([
  ["<", (left, right) => left < right],
  [">", (left, right) => left > right],
  ["<=", (left, right) => left <= right],
  [">=", (left, right) => left >= right]
])

const arithmetic: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ["-", (left, right) => left - right],
  ["*", (left, right) => left * right],
  ["/", (left, right) => left / right],
  ["%", (left, right) => left % right],
  ["**", (left, right) => left ** right]
])

export const applyUnary = (operator: string, value: Value, meter: Meter): Value => {
  switch (operator) {
    case "!":
      return !value
    case "-":
      return -toNumber(value, meter)
    case "+":
      return toNumber(value, meter)
    default:
      return getType(value)
  }
}

export const applyBinary = (operator: string, left: Value, right: Value, meter: Meter): Value => {
  switch (operator) {
    case "===":
      return isSame(left, right, meter)
    case "!==":
      return !isSame(left, right, meter)
    case "==":
    case "!=": {
      const areEqual =
        isNothing(left) || isNothing(right) ? isNothing(left) && isNothing(right) : isSame(left, right, meter)
      return areEqual === (operator === "==")
    }
    case "+": {
      const isSum = [left, right].every((value) => isNothing(value) || /number|boolean/.test(typeof value))
      return isSum
        ? toNumber(left, meter) + toNumber(right, meter)
        : joinTexts([toText(left, meter), toText(right, meter)], "", meter)
    }
  }
  const comparison = comparisons.get(operator)
  if (comparison !== undefined) {
    if (typeof left !== "string" || typeof right !== "string") {
      return comparison(toNumber(left, meter), toNumber(right, meter))
    }
    meter.read(Math.min(left.length, right.length))
    return comparison(left, right)
  }
  return arithmetic.get(operator)?.(toNumber(left, meter), toNumber(right, meter))
}
