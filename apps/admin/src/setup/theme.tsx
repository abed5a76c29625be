import { useId } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { EmbedTheme } from '../configure/embed-code.tsx'
import { keepProgress, progress } from './progress.ts'

const THEMES = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

/** The theme of the comments. It is no setting of the site: the lines that are copied into pages have it. */
export function ThemeChoice() {
  const { texts } = useAdmin()
  const id = useId()
  return (
    <div class="setting">
      <label for={id}>{texts.text('themeOfComments')}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={progress.value.theme}
        onChange={event => keepProgress({ theme: event.currentTarget.value as EmbedTheme })}
      >
        {(Object.keys(THEMES) as EmbedTheme[]).map(theme => (
          <option key={theme} value={theme}>
            {texts.text(THEMES[theme])}
          </option>
        ))}
      </select>
      <p class="hint" id={`${id}-hint`}>
        {texts.text('themeHint')}
      </p>
    </div>
  )
}
