import { useAdmin } from '../app/context.ts'
import type { AdminTextName } from '../texts/en.ts'

const HOUR = 3_600_000

/** Since when comments are rejected together, by the value of the choice. `0` is everything. */
const SPANS = [
  { hours: 1, text: 'inLastHour' },
  { hours: 24, text: 'inLastDay' },
  { hours: 168, text: 'inLastWeek' },
  { hours: 0, text: 'everythingEver' },
] as const satisfies readonly { readonly hours: number; readonly text: AdminTextName }[]

/** The comments of a user that are rejected, too; `null` for none, and `since: null` for all. */
export type WrittenSince = { readonly since: Date | null } | null

/** Reads the choice of {@link WrittenSinceField} from its form. */
export function writtenSince(fields: FormData): WrittenSince {
  const chosen = fields.get('written')
  if (typeof chosen !== 'string' || chosen === '') return null
  return { since: chosen === '0' ? null : new Date(Date.now() - Number(chosen) * HOUR) }
}

/** Asks which comments of a user are rejected. */
export function WrittenSinceField({ isOptional, name }: { readonly isOptional: boolean; readonly name: string }) {
  const { texts } = useAdmin()
  return (
    <label>
      {texts.text(isOptional ? 'alsoReject' : 'rejectWritten', { name })}
      <select name="written" defaultValue={isOptional ? '' : '24'}>
        {isOptional && <option value="">{texts.text('nothingElse')}</option>}
        {SPANS.map(({ hours, text }) => (
          <option key={hours} value={hours}>
            {texts.text(text)}
          </option>
        ))}
      </select>
    </label>
  )
}
