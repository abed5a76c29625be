import { useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ScheduleDiscussion } from '../documents/generated.ts'
import { Field, Form } from '../kit/form.tsx'
import { fromLocalTime, toLocalTime } from '../kit/local-time.ts'
import { shortTime } from '../kit/short-time.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { useSend } from '../kit/use-send.ts'
import { DiscussionState } from './discussion-state.tsx'
import { Opening } from './opening.tsx'
import { Part } from './part.tsx'
import type { PartProps, ReadDiscussion } from './read-discussion.ts'

/** When a discussion closes, what readers see then, and who decided so. */
export function ScheduleForm({ discussion, onChange }: PartProps) {
  const { now, texts } = useAdmin()
  const { id, closedAt, closedMessage } = discussion
  const [done, setDone] = useState<string | null>(null)
  const [chosen, choose] = useState<string | null>(null)
  const [lacks, setLacks] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const shownTime = closedAt === null ? '' : toLocalTime(closedAt)
  const isPast = chosen !== null && Date.parse(chosen) <= now.value
  const sending = useSend(ScheduleDiscussion, ['closedAt', 'closedMessage'])
  const send = async (fields: FormData) => {
    setDone(null)
    // A day without a time is as empty as none to the form.
    const isIncomplete = field.current?.validity.badInput === true
    setLacks(isIncomplete)
    if (isIncomplete) return field.current?.focus()
    const time = String(fields.get('closedAt') ?? '')
    const input = {
      // A time that was left as it is goes on, with its seconds.
      ...(time === shownTime ? {} : { closedAt: fromLocalTime(time) }),
      closedMessage: String(fields.get('closedMessage') ?? '').trim() || null,
    }
    if (!(await sending.send({ id, input }))) return
    choose(null)
    setDone(texts.text('savedNow'))
    onChange()
  }
  return (
    <Part title={texts.text('openingAndClosing')}>
      <div class="line">
        <DiscussionState discussion={discussion} />
        <Opening discussion={discussion} onChange={onChange} />
      </div>
      <Form
        sending={sending}
        submit={texts.text('save')}
        done={done}
        warnsOfLeaving
        onSend={fields => void send(fields)}
      >
        <Field name="closedAt" label={texts.text('closes')} hint={texts.text('closesHint')} sending={sending}>
          {control => (
            <>
              <input
                ref={field}
                type="datetime-local"
                // It is drawn anew when another value is stored, and keeps what is being chosen until then.
                key={closedAt}
                defaultValue={shownTime}
                onInput={event => {
                  setLacks(false)
                  choose(fromLocalTime(event.currentTarget.value))
                }}
                {...control}
              />
              <p class="problem" role="status">
                {lacks ? texts.text('closesIncomplete') : isPast && texts.text('closesInThePast')}
              </p>
            </>
          )}
        </Field>
        <Field
          name="closedMessage"
          label={texts.text('ownClosedMessage')}
          hint={texts.text('ownClosedMessageHint')}
          sending={sending}
        >
          {control => (
            <textarea key={closedMessage} rows={3} maxLength={20_000} defaultValue={closedMessage ?? ''} {...control} />
          )}
        </Field>
      </Form>
      <History entries={discussion.status_history ?? []} />
    </Part>
  )
}

function History({ entries }: { readonly entries: NonNullable<ReadDiscussion['status_history']> }) {
  const { now, texts } = useAdmin()
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{texts.text('history')}</summary>
      <ol class="events">
        {entries.toReversed().map(({ closedAt, created_at: at, assigned_by: by }, i) => {
          const time = closedAt === null ? '' : shortTime(texts.lang, Date.parse(closedAt), now.value)
          const isAtOnce = closedAt !== null && closedAt <= at
          const what = texts.text(closedAt === null ? 'historyOpen' : isAtOnce ? 'historyClosed' : 'closesAt', { time })
          return (
            <li key={i}>
              <Timestamp time={at} /> {by ? texts.text('decidedBy', { what, name: by.username }) : what}
            </li>
          )
        })}
      </ol>
    </details>
  )
}
