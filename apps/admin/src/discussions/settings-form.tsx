import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ChangeDiscussionSettings } from '../documents/generated.ts'
import type { AssetSettingsInput } from '../documents/types.ts'
import { Field, Form } from '../kit/form.tsx'
import { type Send, useSend } from '../kit/use-send.ts'
import type { AdminTextName } from '../texts/en.ts'
import { Part } from './part.tsx'
import type { PartProps, ReadDiscussion } from './read-discussion.ts'

type Settings = ReadDiscussion['settings']
type Name = keyof AssetSettingsInput

const ICONS = [
  ['default', 'iconDefault'],
  ['forum', 'iconForum'],
  ['build', 'iconBuild'],
  ['format_quote', 'iconQuote'],
] as const

/** Lets the settings of the site apply again. */
const OF_SITE: AssetSettingsInput = {
  moderation: null,
  premodLinksEnable: null,
  questionBoxEnable: null,
  questionBoxContent: null,
  questionBoxIcon: null,
}

/** The settings that a discussion can have of its own. */
export function SettingsForm({ discussion, onChange }: PartProps) {
  const { texts } = useAdmin()
  const [done, setDone] = useState<string | null>(null)
  const sending = useSend(ChangeDiscussionSettings, Object.keys(OF_SITE))
  const { id, settings } = discussion
  const send = async (input: AssetSettingsInput, sentence: string) => {
    setDone(null)
    if (!(await sending.send({ id, input }))) return
    setDone(sentence)
    onChange()
  }
  return (
    <Part title={texts.text('settingsOfDiscussion')}>
      <Form
        sending={sending}
        submit={texts.text('save')}
        done={done}
        warnsOfLeaving
        onSend={fields => void send(changesIn(fields, settings), texts.text('savedNow'))}
        beside={
          <button type="button" class="button" onClick={() => void send(OF_SITE, texts.text('siteSettingsApply'))}>
            {texts.text('useSiteSettings')}
          </button>
        }
      >
        <Fields
          discussion={discussion}
          sending={sending}
          follow={name => void send({ [name]: null }, texts.text('siteSettingApplies'))}
        />
      </Form>
    </Part>
  )
}

interface FieldsProps extends Pick<PartProps, 'discussion'> {
  readonly sending: Pick<Send<unknown, unknown>, 'fields'>
  /** Lets one setting of the site apply again. */
  follow(name: Name): void
}

/** Each field is drawn anew when another value is stored, and keeps what is being chosen until then. */
function Fields({ discussion, sending, follow }: FieldsProps) {
  const { texts } = useAdmin()
  const { settings } = discussion
  const ownOf = (name: Name, label: AdminTextName) =>
    discussion.own_settings?.includes(name) && <Own label={label} onFollow={() => follow(name)} />
  const choice = (name: 'premodLinksEnable' | 'questionBoxEnable', label: AdminTextName) => (
    <div>
      <label class="choice">
        <input key={String(settings[name])} type="checkbox" name={name} defaultChecked={settings[name] ?? false} />
        {texts.text(label)}
      </label>
      {ownOf(name, label)}
    </div>
  )
  return (
    <>
      <Field name="moderation" label={texts.text('commentsAreChecked')} sending={sending}>
        {control => (
          <select key={settings.moderation} {...control}>
            <option value="PRE" selected={settings.moderation === 'PRE'}>
              {texts.text('checkedBefore')}
            </option>
            <option value="POST" selected={settings.moderation === 'POST'}>
              {texts.text('checkedAfter')}
            </option>
          </select>
        )}
      </Field>
      {ownOf('moderation', 'commentsAreChecked')}
      {choice('premodLinksEnable', 'linksAreChecked')}
      {choice('questionBoxEnable', 'questionIsShown')}
      <Field name="questionBoxContent" label={texts.text('questionText')} sending={sending}>
        {control => (
          <textarea
            key={settings.questionBoxContent}
            rows={3}
            maxLength={20_000}
            defaultValue={settings.questionBoxContent ?? ''}
            {...control}
          />
        )}
      </Field>
      {ownOf('questionBoxContent', 'questionText')}
      <Field name="questionBoxIcon" label={texts.text('questionIcon')} sending={sending}>
        {control => (
          <select key={settings.questionBoxIcon} {...control}>
            {ICONS.map(([name, text]) => (
              <option key={name} value={name} selected={settings.questionBoxIcon === name}>
                {texts.text(text)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {ownOf('questionBoxIcon', 'questionIcon')}
    </>
  )
}

/** Says that a setting is one of the discussion, and lets that of the site apply again. */
function Own({ label, onFollow }: { readonly label: AdminTextName; onFollow(): void }) {
  const { texts } = useAdmin()
  return (
    <p class="hint">
      {texts.text('ownSetting')}{' '}
      <button
        type="button"
        class="quiet"
        aria-label={texts.text('useSiteSettingOf', { setting: texts.text(label) })}
        onClick={onFollow}
      >
        {texts.text('useSiteSetting')}
      </button>
    </p>
  )
}

/** The settings that differ from those that apply, so that others go on following the site. */
function changesIn(fields: FormData, before: Settings): AssetSettingsInput {
  const given = {
    moderation: fields.get('moderation') === 'PRE' ? ('PRE' as const) : ('POST' as const),
    premodLinksEnable: fields.has('premodLinksEnable'),
    questionBoxEnable: fields.has('questionBoxEnable'),
    questionBoxContent: String(fields.get('questionBoxContent') ?? ''),
    questionBoxIcon: String(fields.get('questionBoxIcon') ?? 'default'),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== (before[name as keyof typeof given] ?? '')),
  )
}
