import type { ClientTexts } from '@platform/client-sdk'

/** The texts of the dialog. Keys in upper case are codes of refusals. */
export const stepTexts: ClientTexts = {
  en: {
    why: 'You signed in with another service. Add an e-mail address and a password, so that mails about your account reach you, and you can sign in here without that service, too. Other readers don’t see the address.',
    email: 'E-mail address',
    password: 'New password',
    send: 'Send me the link',
    addThere: 'Add them in a new window',
    signOut: 'Sign out',
    cancel: 'Cancel',
    sent: 'We have sent a link to {email}. Open it within a day: after that you can sign in with this address and your password.',
    close: 'Close',
    PASSWORD_LENGTH: 'A password has at least 8 characters.',
    PASSWORD_WEAK: 'This password is easy to guess. Take a few words in a row.',
    EMAIL_INVALID: 'This is no e-mail address.',
    DUPLICATE_LOCAL_PROFILE: 'Another account has this e-mail address.',
    LOCAL_PROFILE: 'Your account has an e-mail address already. Load the page again.',
    MAIL_UNAVAILABLE: 'This site sends no mail. Ask its operator.',
    RATE_LIMIT_EXCEEDED: 'That was tried too often. Try again later.',
    SIGN_IN_AGAIN: 'Sign out and in again first: this is possible only within an hour of signing in.',
  },
  de: {
    why: 'Sie haben sich über einen anderen Dienst angemeldet. Fügen Sie eine E-Mail-Adresse und ein Passwort hinzu, damit E-Mails über Ihr Konto Sie erreichen und Sie sich hier auch ohne diesen Dienst anmelden können. Andere sehen die Adresse nicht.',
    email: 'E-Mail-Adresse',
    password: 'Neues Passwort',
    send: 'Link senden',
    addThere: 'In neuem Fenster hinzufügen',
    signOut: 'Abmelden',
    cancel: 'Abbrechen',
    sent: 'Wir haben einen Link an {email} geschickt. Öffnen Sie ihn innerhalb eines Tages: Danach können Sie sich mit dieser Adresse und Ihrem Passwort anmelden.',
    close: 'Schließen',
    PASSWORD_LENGTH: 'Ein Passwort hat mindestens 8 Zeichen.',
    PASSWORD_WEAK: 'Dieses Passwort ist leicht zu erraten. Nehmen Sie einige Wörter hintereinander.',
    EMAIL_INVALID: 'Das ist keine E-Mail-Adresse.',
    DUPLICATE_LOCAL_PROFILE: 'Ein anderes Konto hat diese E-Mail-Adresse.',
    LOCAL_PROFILE: 'Ihr Konto hat schon eine E-Mail-Adresse. Laden Sie die Seite neu.',
    MAIL_UNAVAILABLE: 'Diese Seite verschickt keine E-Mails. Fragen Sie den Betreiber.',
    RATE_LIMIT_EXCEEDED: 'Das wurde zu oft versucht. Versuchen Sie es später wieder.',
    SIGN_IN_AGAIN:
      'Melden Sie sich zuerst ab und wieder an: Das ist nur in der ersten Stunde nach dem Anmelden möglich.',
  },
}
