import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { ReportedNameAgain } from '../documents/generated.ts'
import { PageList } from '../kit/page-list.tsx'
import { ReportedNameRow } from './reported-name-row.tsx'
import { useReportedNames } from './use-reported-names.ts'

/** The names that were reported, with why, and with what was decided before. */
export function ReportedNamesView() {
  const { graph, texts } = useAdmin()
  const { pages, waiting, showWaiting, put } = useReportedNames()
  const readAgain = async (id: string) => {
    const answer = await graph.ask(ReportedNameAgain, { id }).catch(() => null)
    if (answer?.data?.user) put(answer.data.user)
  }
  useKeys({ approve: () => press('approve'), reject: () => press('reject') })
  return (
    <section aria-label={texts.text('reportedNames')}>
      {waiting > 0 && (
        <button type="button" class="news" onClick={showWaiting}>
          {texts.counted('newNames', waiting)}
        </button>
      )}
      <PageList pages={pages} label={texts.text('reportedNames')} empty={texts.text('noReportedName')}>
        {person => <ReportedNameRow person={person} onChange={() => void readAgain(person.id)} />}
      </PageList>
    </section>
  )
}

/** Presses a button of the name whose row has the focus. */
const press = (decision: 'approve' | 'reject') =>
  document.activeElement?.closest('.row')?.querySelector<HTMLButtonElement>(`.decision.${decision}`)?.click()
