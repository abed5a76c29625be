import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Reasons } from '../kit/reasons.tsx'
import { useModerationTexts } from '../kit/use-moderation-texts.ts'
import type { AdminTextName } from '../texts/en.ts'
import type { PersonDialogKind } from './standing.ts'
import type { PersonDecisions } from './use-person.ts'
import { WrittenSinceField, writtenSince } from './written-since.tsx'

const HOUR = 3_600_000
const MINUTE = 60_000
/** For how long a user can be suspended, in hours. */
const SPANS = [1, 3, 24, 168]

interface PersonDialogProps {
  readonly kind: PersonDialogKind
  readonly name: string
  /** Those about several users reject neither names nor what was written. */
  readonly decisions: Pick<PersonDecisions, 'ban' | 'suspend'> & Partial<PersonDecisions>
  /** Whether the comment that it was opened from is rejected, too. */
  readonly rejects: boolean
  onClose(): void
  /** Is called when the decision is made. What was written is rejected together afterwards. */
  onDecided(): Promise<unknown> | undefined
}

/** Asks what a decision about a user needs: how long, why, and the mail that the user gets. */
export function PersonDialog({ kind, name, decisions, rejects, onClose, onDecided }: PersonDialogProps) {
  const { texts } = useAdmin()
  const given = useModerationTexts()
  const [sends, setSends] = useState(false)
  const text = TEXTS[kind]
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    const [message, choice] = [String(fields.get('message') ?? '').trim(), String(fields.get('choice') ?? '')]
    const written = writtenSince(fields)
    setSends(true)
    const done = kind === 'reject-written' || (await decide(decisions, { kind, message, choice }))
    setSends(false)
    if (!done) return
    onClose()
    await onDecided()
    if (written) await decisions.rejectWritten?.(written.since, kind === 'reject-written' ? message : '')
  }
  return (
    <Dialog title={texts.text(text.title, { name })} onClose={onClose}>
      {!given ? (
        <p class="soft">{texts.text('reading')}</p>
      ) : (
        <form onSubmit={event => void send(event)}>
          <p>{texts.text(text.about, { name })}</p>
          {kind === 'suspend' && <Span />}
          {kind === 'reject-name' && (
            <Reasons name="choice" label={texts.text('reasonForUser')} reasons={given.nameReasons} />
          )}
          {kind !== 'reject-name' && decisions.rejectWritten && (
            <WrittenSinceField isOptional={kind !== 'reject-written'} name={name} />
          )}
          <label>
            {texts.text(text.message, { name })}
            <textarea
              name="message"
              rows={4}
              maxLength={'mail' in text ? 2_000 : 500}
              defaultValue={'mail' in text ? given[text.mail] : ''}
            />
          </label>
          <footer class="dialog-foot">
            <button type="button" class="button" onClick={onClose}>
              {texts.text('cancel')}
            </button>
            <button type="submit" class="button danger" disabled={sends}>
              {texts.text(rejects && 'andReject' in text ? text.andReject : text.submit)}
            </button>
          </footer>
        </form>
      )}
    </Dialog>
  )
}

const TEXTS = {
  ban: {
    title: 'ban',
    about: 'banAbout',
    message: 'mail',
    mail: 'banMail',
    submit: 'banNow',
    andReject: 'banAndReject',
  },
  suspend: {
    title: 'suspend',
    about: 'suspendAbout',
    message: 'mail',
    mail: 'suspendMail',
    submit: 'suspendNow',
    andReject: 'suspendAndReject',
  },
  'reject-name': { title: 'rejectName', about: 'rejectNameAbout', message: 'ownWords', submit: 'rejectNameNow' },
  'reject-written': {
    title: 'rejectWrittenTitle',
    about: 'rejectWrittenAbout',
    message: 'reasonForAuthor',
    submit: 'rejectWrittenNow',
  },
} as const satisfies Readonly<Record<PersonDialogKind, Readonly<Record<string, AdminTextName>>>>

interface Given {
  readonly kind: Exclude<PersonDialogKind, 'reject-written'>
  readonly message: string
  readonly choice: string
}

async function decide(decisions: PersonDialogProps['decisions'], { kind, message, choice }: Given): Promise<boolean> {
  if (kind === 'ban') return decisions.ban(message)
  // A minute more, so that what is chosen has not begun to pass when it is shown.
  if (kind === 'suspend') return decisions.suspend(new Date(Date.now() + Number(choice) * HOUR + MINUTE), message)
  return (await decisions.rejectName?.(message || choice)) ?? false
}

function Span() {
  const { texts } = useAdmin()
  return (
    <fieldset>
      <legend>{texts.text('suspendFor')}</legend>
      {SPANS.map(hours => (
        <label key={hours} class="choice">
          <input type="radio" name="choice" value={hours} defaultChecked={hours === 3} /> {spanIn(texts.lang, hours)}
        </label>
      ))}
    </fieldset>
  )
}

/** `1 hour`, `7 days`. */
function spanIn(lang: string, hours: number): string {
  const [unit, count] = hours < 48 ? ['hour', hours] : ['day', hours / 24]
  return new Intl.NumberFormat(lang, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(Number(count))
}
