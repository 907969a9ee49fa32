import type { ChartTable } from './chart-data.ts'
import { nothing } from './chart-data.ts'
import classes from './chart.module.css'

/** The figures of a chart: the equal of the picture, not a supplement to it. */
export const ChartRows = ({
  title,
  table,
  formatValue,
}: {
  title: string
  table: ChartTable
  formatValue: (value: number) => string
}) => (
  <div className={classes.rows} role="region" aria-label={title} tabIndex={0}>
    <table>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {table.head.map((name, index) => (
            <th key={index} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, cells: [first, ...values] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {values.map((value, index) => (
              <td key={index}>{typeof value === 'number' ? formatValue(value) : (value ?? nothing)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
