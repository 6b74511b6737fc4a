import { Card } from "#screens/components/Card"
import { Table } from "#screens/components/Table"
import type { Metrics } from "../../../../../backend/AdminMailsContract.ts"
import { dayOf, topOf } from "./scale.ts"

export interface DailyChartProps {
  /** The name of the figure, such as "Sign-ups". */
  readonly what: string
  readonly days: Metrics["signUps"]
}

const height = 100

const sumOf = (days: Metrics["signUps"]): number => days.reduce((sum, { count }) => sum + count, 0)

/** A bar for each day of the last month, with a scale, and the same as a table. */
export const DailyChart = ({ days, what }: DailyChartProps) => {
  const most = Math.max(0, ...days.map(({ count }) => count))
  const top = topOf(most)
  return (
    <Card title={what} description="Today and the previous 30 days, by day in UTC.">
      <figure className="chart">
        <div className="chart-scale" aria-hidden>
          <span>{top}</span>
          <span>{top / 2}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={`${what} by day: ${sumOf(days)} in all, at most ${most} a day. The table below has each day.`}
          viewBox={`0 0 ${days.length * 10} ${height}`}
          preserveAspectRatio="none"
        >
          {[0, 0.5, 1].map((part) => (
            <line key={part} x1="0" x2={days.length * 10} y1={part * height} y2={part * height} />
          ))}
          {days.map(({ count, date }, index) => (
            <g key={date}>
              <title>{`${dayOf(date)}: ${count}`}</title>
              {/* the whole column shows the title */}
              <rect className="chart-column" x={index * 10} y="0" width="10" height={height} />
              <rect
                x={index * 10 + 1.5}
                y={height - (count / top) * height}
                width="7"
                height={(count / top) * height}
              />
            </g>
          ))}
        </svg>
        <figcaption className="chart-days" aria-hidden>
          {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
            (day) => day !== undefined && <span key={day.date}>{dayOf(day.date)}</span>
          )}
        </figcaption>
      </figure>
      <details className="chart-table">
        <summary>As a table</summary>
        <Table label={`${what} by day`} columns={["Day", what]}>
          {days.map(({ count, date }) => (
            <tr key={date}>
              <th scope="row">{dayOf(date)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}
