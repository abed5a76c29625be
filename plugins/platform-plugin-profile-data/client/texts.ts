import type { ClientTexts } from '@platform/client-sdk'

export const translations: ClientTexts = {
  en: {
    data: 'Your data',
    dataHint: 'A link by which you download everything that is stored about you is sent to your e-mail address.',
    sendLink: 'Send me the link',
    linkSent: 'The link is on its way to your e-mail address.',
    askedAt: 'You last asked for it on {time}. You can ask again on {next}.',
    deletion: 'Delete your account',
    deleteIt: 'Delete my account',
    endsAt: 'Your account will be deleted on {time}.',
    keep: 'Keep my account',
    kept: 'Your account is kept.',
  },
  de: {
    data: 'Ihre Daten',
    dataHint: 'Ein Link, über den Sie alles herunterladen, was über Sie gespeichert ist, geht an Ihre E-Mail-Adresse.',
    sendLink: 'Link senden',
    linkSent: 'Der Link ist unterwegs an Ihre E-Mail-Adresse.',
    askedAt: 'Sie haben zuletzt am {time} danach gefragt. Wieder möglich ist es am {next}.',
    deletion: 'Konto löschen',
    deleteIt: 'Mein Konto löschen',
    endsAt: 'Ihr Konto wird am {time} gelöscht.',
    keep: 'Konto behalten',
    kept: 'Ihr Konto bleibt.',
  },
}
