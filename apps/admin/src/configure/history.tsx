import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { RestoreSettings, SettingsHistory } from '../documents/generated.ts'
import type { SettingsHistoryQuery } from '../documents/types.ts'
import { PageList } from '../kit/page-list.tsx'
import { PasswordDialog } from '../kit/password-dialog.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { usePages } from '../kit/use-pages.ts'
import { ChangedValue } from './changed-value.tsx'
import { Group } from './group.tsx'
import { factsOf } from './settings.ts'

type Change = NonNullable<SettingsHistoryQuery['settingsHistory']>['nodes'][number]

/** `/admin/configure/history`: who changed which setting, with a way back. */
export function History() {
  const { graph, say, texts } = useAdmin()
  const pages = usePages(SettingsHistory, {}, ({ settingsHistory }) => settingsHistory)
  const [asks, setAsks] = useState<Change | null>(null)
  const restore = async ({ id }: Change, password: string) => {
    const refusal = await graph.change(RestoreSettings, { id, password })
    if (refusal) return refusal
    say(texts.text('restored'))
    pages.again()
    return null
  }
  const takeBack = async (change: Change) => {
    const refusal = await restore(change, '')
    if (refusal?.code === 'PASSWORD_AGAIN') setAsks(change)
    else if (refusal) say(refusalText(texts, refusal), 'wrong')
  }
  return (
    <Group title={texts.text('historyPage')} about={texts.text('historyAbout')}>
      <PageList pages={pages} label={texts.text('historyPage')} empty={texts.text('noChanges')}>
        {change => <ChangeRow change={change} onTakeBack={() => void takeBack(change)} />}
      </PageList>
      {asks && (
        <PasswordDialog
          title={texts.text('changeDomains')}
          submit={texts.text('takeBack')}
          onGiven={password => restore(asks, password)}
          onClose={() => setAsks(null)}
        />
      )}
    </Group>
  )
}

interface ChangeRowProps {
  readonly change: Change
  onTakeBack(): void
}

function ChangeRow({ change, onTakeBack }: ChangeRowProps) {
  const { texts } = useAdmin()
  const { user, created_at: time, changes } = change
  const isHidden = changes.some(({ hidden }) => hidden)
  return (
    <article class="change">
      <header class="change-head">
        <strong>{user ? <bdi>{user.username}</bdi> : texts.text('commandLine')}</strong>
        <Timestamp time={time} />
      </header>
      <dl class="changed-settings">
        {changes.map(one => {
          const label = factsOf(one.name)?.label
          return (
            <div key={one.name}>
              <dt>{label ? texts.text(label) : <code>{one.name}</code>}</dt>
              <dd>
                <ChangedValue change={one} />
              </dd>
            </div>
          )
        })}
      </dl>
      {!isHidden && (
        <p>
          <button type="button" class="button" onClick={onTakeBack}>
            {texts.text('takeBack')}
          </button>
        </p>
      )}
    </article>
  )
}
