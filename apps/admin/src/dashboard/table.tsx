import type { ComponentChildren } from 'preact'

export interface TableProps {
  readonly title: string
  readonly head: readonly string[]
  /** The cells of each row; the first one names it. */
  readonly rows: readonly (readonly ComponentChildren[])[]
}

/** A table of numbers, which scrolls where it is too wide or too long. */
export function Table({ title, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too.
    <section class="table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(label => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              {cells.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
