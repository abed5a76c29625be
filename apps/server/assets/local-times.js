// Shows the times of a page in the reader's time zone and form: the server knows neither, and writes them in UTC.
{
  const { lang } = document.documentElement
  const format = new Intl.DateTimeFormat(navigator.languages.find(name => name.startsWith(lang)) ?? lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  for (const time of document.querySelectorAll('time.local')) time.textContent = format.format(new Date(time.dateTime))
}
