import type { AdminTextName } from '../texts/en.ts'
import { useAdmin } from './context.ts'

export const Missing = () => <Instead text="noView" />

export const ForAdministrators = () => <Instead text="viewForAdministrators" />

/** Stands in the place of a view, and leads to one. */
function Instead({ text }: { readonly text: AdminTextName }) {
  const { path, texts } = useAdmin()
  return (
    <div class="empty">
      <h1>{texts.text(text)}</h1>
      <p>
        <a href={path('/moderate')}>{texts.text('toModeration')}</a>
      </p>
    </div>
  )
}
