import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { ApproveReportedName, ReportedNameAgain } from '../documents/generated.ts'
import type { ReportedNameFragment } from '../documents/types.ts'
import { PageList } from '../kit/page-list.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { RejectNameDialog } from './reject-name-dialog.tsx'
import { ReportedNameRow } from './reported-name-row.tsx'
import { useReportedNames } from './use-reported-names.ts'

/** The names that were reported, with why, and with what was decided before. */
export function ReportedNamesView() {
  const { graph, texts } = useAdmin()
  const { pages, waiting, showWaiting, put } = useReportedNames()
  const [results, setResults] = useState<Readonly<Record<string, string>>>({})
  const [rejected, reject] = useState<ReportedNameFragment | null>(null)
  const done = async (id: string, sentence: string) => {
    setResults(before => ({ ...before, [id]: sentence }))
    const answer = await graph.ask(ReportedNameAgain, { id }).catch(() => null)
    if (answer?.data?.user) put(answer.data.user)
  }
  const approve = async ({ id, username: name }: ReportedNameFragment) => {
    const refusal = await graph.change(ApproveReportedName, { id })
    await done(id, refusal ? refusalText(texts, refusal) : texts.text('nameIsApprovedNow', { name }))
  }
  /** The name whose row has the focus. */
  const current = () => {
    const row = document.activeElement?.closest('.row')
    const id = row?.querySelector('[data-person]')?.getAttribute('data-person')
    return pages.nodes.find(each => each.id === id)
  }
  useKeys({
    approve() {
      const person = current()
      if (person) void approve(person)
    },
    reject: () => reject(current() ?? null),
  })
  return (
    <section aria-label={texts.text('reportedNames')}>
      {waiting > 0 && (
        <button type="button" class="news" onClick={showWaiting}>
          {texts.counted('newNames', waiting)}
        </button>
      )}
      <PageList pages={pages} label={texts.text('reportedNames')} empty={texts.text('noReportedName')}>
        {person => (
          <ReportedNameRow
            person={person}
            result={results[person.id] ?? null}
            onApprove={() => void approve(person)}
            onReject={() => reject(person)}
          />
        )}
      </PageList>
      {rejected && (
        <RejectNameDialog
          person={rejected}
          onClose={() => reject(null)}
          onDone={sentence => void done(rejected.id, sentence)}
        />
      )}
    </section>
  )
}
