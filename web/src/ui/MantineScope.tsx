import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { directionOf } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { theme } from './mantineTheme'

/**
 * What Mantine's components need around them. It stands around each lazily loaded dialog and page that uses them,
 * not around the app: a shopper's first page is drawn without Mantine's code.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const { language } = useText()
  return (
    <DirectionProvider key={language} initialDirection={directionOf(language)} detectDirection={false}>
      <MantineProvider theme={theme} forceColorScheme="dark">
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
