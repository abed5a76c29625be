import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'CREATED_AT',
  sortOrder: 'DESC',
  translations: { en: { label: 'Newest first' }, de: { label: 'Neueste zuerst' } },
})
