import { QuestionIcon } from '../thread/boxes.tsx'
import type { ConfiguredDiscussion } from '../thread/state.ts'
import { Problem, Switch, Text } from './fields.tsx'
import { useSettings } from './use-settings.ts'

const ICONS = [
  ['default', 'configIconDefault'],
  ['forum', 'configIconForum'],
  ['build', 'configIconBuild'],
  ['format_quote', 'configIconQuote'],
] as const

/** The question to readers above the comments. */
export function Question({ stored }: { readonly stored: ConfiguredDiscussion }) {
  const { text, value, change } = useSettings(stored)
  const icon = ICONS.some(([name]) => name === value('questionBoxIcon')) ? value('questionBoxIcon') : 'default'
  return (
    <>
      <Switch
        name="questionBoxEnable"
        label={text('configQuestion')}
        checked={value('questionBoxEnable') === true}
        onChange={on => change({ questionBoxEnable: on })}
      />
      <div class="setting-inside">
        <Text
          name="questionBoxContent"
          label={text('configQuestionText')}
          value={String(value('questionBoxContent') ?? '')}
          onInput={content => change({ questionBoxContent: content })}
        />
        <fieldset class="setting setting-icons">
          <legend>{text('configIcon')}</legend>
          {ICONS.map(([name, label]) => (
            <label key={name} class="choice">
              <input
                type="radio"
                name="questionBoxIcon"
                value={name}
                checked={icon === name}
                onChange={() => change({ questionBoxIcon: name })}
              />
              <QuestionIcon name={name} />
              <span>{text(label)}</span>
            </label>
          ))}
          <Problem name="questionBoxIcon" />
        </fieldset>
      </div>
    </>
  )
}
