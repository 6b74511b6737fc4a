import type { Metrics } from "../../../../backend/AdminContract.ts"

export interface DailyChartProps {
  /** What is counted, such as "Sign-ups". */
  readonly what: string
  readonly days: Metrics["signUps"]
}

const height = 64

/** A bar for each day, oldest first. */
export const DailyChart = ({ days, what }: DailyChartProps) => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className="chart">
      <svg
        role="img"
        aria-label={`${what} by day: ${total} in all, at most ${most} a day`}
        viewBox={`0 0 ${days.length * 10} ${height}`}
        preserveAspectRatio="none"
      >
        {days.map(({ count, date }, index) => {
          const bar = Math.max(2, (count / most) * height)
          return (
            <rect
              key={date}
              className={count === 0 ? "chart-none" : undefined}
              x={index * 10 + 1.5}
              y={height - bar}
              width="7"
              height={bar}
              rx="1.5"
            >
              <title>{`${date}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="row-between muted small">
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </figcaption>
    </figure>
  )
}
