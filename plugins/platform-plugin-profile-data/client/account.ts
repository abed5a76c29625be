import { type SlotViewer, useAlive, useLang, useViewer } from '@platform/client-sdk'

/** Who reads, with what the fragment asks for. The stream alone asks; other pages do not know it. */
export interface Account extends SlotViewer {
  readonly lastAccountDownload?: string | null
  readonly scheduledDeletionDate?: string | null
  readonly profiles?: readonly { readonly provider: string }[] | null
}

/** Who reads, as far as the page knows what is planned for the account; else `null`. */
export function useAccount(): Account | null {
  const viewer: Account | null = useViewer()
  return viewer?.scheduledDeletionDate === undefined ? null : viewer
}

/** Writes when something is. The server does not know the time zone of the reader. */
export function useMoment(): (time: number) => string {
  const lang = useLang()
  const zone = useAlive().value ? {} : { timeZone: 'UTC', timeZoneName: 'short' as const }
  const format = new Intl.DateTimeFormat(lang, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...zone,
  })
  return time => format.format(time)
}
