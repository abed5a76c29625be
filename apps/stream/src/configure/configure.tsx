import { Slot } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'
import { settingsAddress } from '../thread/addresses.ts'
import { useStream } from '../thread/context.ts'
import { assetSlotProps } from '../thread/slot-props.ts'
import type { ConfiguredDiscussion } from '../thread/state.ts'
import { Closing } from './closing.tsx'
import { Problem, Switch } from './fields.tsx'
import { Question } from './question.tsx'
import { settingTexts } from './texts.ts'
import { useSettings } from './use-settings.ts'

/** The settings of one discussion, for its moderators. */
export function Configure() {
  const { actions, configuration, retry, state } = useStream()
  const { stored } = configuration.value
  useEffect(() => {
    const read = async () => {
      retry.value = null
      const configuring = await actions?.configuring()
      if ((await configuring?.read()) === false) retry.value = () => void read()
    }
    // Somebody else may have changed them since the page was made.
    void read()
  }, [])
  return stored ? <Form stored={stored} /> : <p class="empty">{settingTexts(state)('configLoading')}</p>
}

/** A form that is sent to the server while there is no script. */
function Form({ stored }: { readonly stored: ConfiguredDiscussion }) {
  const { state } = useStream()
  const { text, value, change } = useSettings(stored)
  const { saving, save } = useSaving()
  return (
    <form class="settings-form" method="post" action={settingsAddress(state)} onSubmit={save} noValidate>
      <p class="hint">{text('configIntro')}</p>
      <Switch
        name="moderation"
        label={text('configModeration')}
        hint={text('configModerationHint')}
        checked={value('moderation') === 'PRE'}
        onChange={on => change({ moderation: on ? 'PRE' : 'POST' })}
      />
      <Switch
        name="premodLinksEnable"
        label={text('configLinks')}
        hint={text('configLinksHint')}
        checked={value('premodLinksEnable') === true}
        onChange={on => change({ premodLinksEnable: on })}
      />
      <Question stored={stored} />
      <Closing stored={stored} />
      <PluginSettings stored={stored} />
      <Ending stored={stored} saving={saving} />
    </form>
  )
}

function useSaving() {
  const { actions, announcement, texts, told } = useStream()
  const [saving, setSaving] = useState(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving) return
    const form = event.currentTarget as HTMLFormElement
    setSaving(true)
    const done = await (await actions?.configuring())?.save()
    setSaving(false)
    if (done) {
      announcement.value = texts.text('saved')
      told.value = texts.text('saved')
    } else setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true], .setting-problem')?.focus())
  }
  return { saving, save: (event: SubmitEvent) => void save(event) }
}

/** What plugins let moderators change; it is saved together with the rest. */
function PluginSettings({ stored }: { readonly stored: ConfiguredDiscussion }) {
  const stream = useStream()
  const { change } = useSettings(stored)
  const { errors, pending } = stream.configuration.value
  const settings = { ...stored.settings, ...pending }
  return <Slot name="streamSettings" props={{ ...assetSlotProps(stream), settings, updatePending: change, errors }} />
}

function Ending({ stored, saving }: { readonly stored: ConfiguredDiscussion; readonly saving: boolean }) {
  const { actions, alive, configuration, state, texts } = useStream()
  const { text } = useSettings(stored)
  const { errors, pending } = configuration.value
  const isChanged = Object.keys(pending).length > 0
  const isRefused = Object.keys(errors).length > 0
  return (
    <div class="settings-end">
      {isRefused && !errors['form'] && <p role="alert">{text('configRefused')}</p>}
      <Problem name="form" />
      {isChanged && !isRefused && <p class="hint">{text('configUnsaved')}</p>}
      {state.notice === 'saved' && !alive.value && <p role="status">{texts.text('saved')}</p>}
      <p class="buttons">
        <button type="submit" class="button" disabled={alive.value && (saving || !isChanged)}>
          {text('configSave')}
        </button>{' '}
        {isChanged && (
          <button
            type="button"
            class="action needs-script"
            onClick={() => void actions?.configuring().then(configuring => configuring.discard())}
          >
            {text('configDiscard')}
          </button>
        )}
      </p>
    </div>
  )
}
