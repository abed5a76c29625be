import { useAdmin } from '../app/context.ts'
import { Field } from '../kit/form.tsx'
import type { Send } from '../kit/use-send.ts'

/** The language of a mail: one of those of the site, else its default one. */
export function LanguageField({ sending }: { readonly sending: Pick<Send<unknown, unknown>, 'fields'> }) {
  const { state, texts } = useAdmin()
  const names = new Intl.DisplayNames([state.lang], { type: 'language' })
  const nameOf = (lang: string) => names.of(lang) ?? lang
  const [first = state.lang, ...others] = state.languages
  if (others.length === 0) return null
  return (
    <Field name="language" label={texts.text('mailLanguage')} sending={sending}>
      {control => (
        <select {...control}>
          <option value="">{texts.text('siteLanguage', { language: nameOf(first) })}</option>
          {others.map(lang => (
            <option key={lang} value={lang}>
              {nameOf(lang)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
