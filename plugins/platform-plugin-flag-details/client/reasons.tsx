import { Slot, type SlotProps, useLang } from '@platform/client-sdk'
import { byReason } from './by-reason.ts'
import type { Flag } from './flag.ts'
import './flag-details.css'
import { textsIn } from './texts.ts'

/** Why a comment was reported, and how often; on demand what other parts and this one know of each report. */
export function Reasons({
  more,
  flags,
  count,
  ...props
}: SlotProps['adminCommentDetailArea'] & { readonly flags: readonly Flag[]; readonly count: number }) {
  const lang = useLang()
  const texts = textsIn(lang)
  const numbers = new Intl.NumberFormat(lang)
  const reasons = [...byReason(flags, texts)]
  return (
    <div class="flag-details">
      <h2>{texts.reasons.replace('{count}', numbers.format(reasons.length))}</h2>
      <ul>
        {reasons.map(([reason, given]) => {
          const byUsers = given.filter(({ user }) => user).length
          return (
            <li key={reason}>
              {reason}
              {byUsers > 0 && ` (${numbers.format(byUsers)})`}
            </li>
          )
        })}
      </ul>
      {count > flags.length && (
        <p>{texts.newest.replace('{shown}', numbers.format(flags.length)).replace('{count}', numbers.format(count))}</p>
      )}
      {more && <Slot name="adminCommentMoreFlagDetails" props={props} />}
    </div>
  )
}
