import type { ClientTexts } from '@platform/client-sdk'

/** Keys in upper case are codes of refusals. */
export const translations: ClientTexts = {
  en: {
    missing: 'Your account has no e-mail address yet.',
    add: 'Add an address and a password',
    waiting: 'Your address {email} is added when you open the link that was sent there.',
    change: 'Use another address',
    resend: 'Send the link again',
    sentAgain: 'The link is on its way.',
    title: 'Complete your account',
    MAIL_UNAVAILABLE: 'This site sends no mail. Ask its operator.',
    RATE_LIMIT_EXCEEDED: 'That was tried too often. Try again later.',
  },
  de: {
    missing: 'Ihr Konto hat noch keine E-Mail-Adresse.',
    add: 'Adresse und Passwort hinzufügen',
    waiting: 'Ihre Adresse {email} wird hinzugefügt, wenn Sie den Link öffnen, der dorthin geschickt wurde.',
    change: 'Eine andere Adresse verwenden',
    resend: 'Link noch einmal senden',
    sentAgain: 'Der Link ist unterwegs.',
    title: 'Konto vervollständigen',
    MAIL_UNAVAILABLE: 'Diese Seite verschickt keine E-Mails. Fragen Sie den Betreiber.',
    RATE_LIMIT_EXCEEDED: 'Das wurde zu oft versucht. Versuchen Sie es später wieder.',
  },
}
