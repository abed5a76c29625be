import { useAdmin } from '../app/context.ts'

/** What a view shows when it could not read something. */
export function Failed({ again }: { again(): void }) {
  const { texts } = useAdmin()
  return (
    <div class="empty" role="alert">
      <p>{texts.text('unread')}</p>
      <button type="button" class="button" onClick={again}>
        {texts.text('again')}
      </button>
    </div>
  )
}
