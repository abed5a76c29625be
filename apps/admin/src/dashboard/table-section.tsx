import type { ComponentChildren } from 'preact'
import { useAdmin } from '../app/context.ts'
import { Table, type TableProps } from './table.tsx'

interface TableSectionProps extends TableProps {
  /** What follows the table. */
  readonly children?: ComponentChildren
}

/** A table below its title, or a sentence that nothing is counted. */
export function TableSection({ children, ...table }: TableSectionProps) {
  const { texts } = useAdmin()
  return (
    <div class="chart-section">
      <h2>{table.title}</h2>
      {table.rows.length === 0 ? <p class="soft">{texts.text('nothingCounted')}</p> : <Table {...table} />}
      {children}
    </div>
  )
}
