import { createTheme, type MantineColorsTuple } from '@mantine/core'

// Mantine wants ten shades; ours are the tokens, so that both worlds show the same colours.
const accent: MantineColorsTuple = [
  'var(--text)', 'var(--accent-text)', 'var(--accent-hover)', 'var(--accent-hover)', 'var(--accent)',
  'var(--accent)', 'var(--accent)', 'var(--accent-press)', 'var(--accent-line)', 'var(--accent-soft)',
]

const dark: MantineColorsTuple = [
  'var(--text)', 'var(--text-2)', 'var(--text-3)', 'var(--line-control)', 'var(--line-strong)',
  'var(--surface-4)', 'var(--surface-3)', 'var(--surface-1)', 'var(--surface-0)', 'var(--surface-well)',
]

/** The tokens, said once to Mantine. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 5,
  colors: { accent, dark },
  black: '#081517',
  white: '#f5f3ea',
  fontFamily: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: 'var(--radius-xs)', sm: 'var(--radius-sm)', md: 'var(--radius-md)', lg: 'var(--radius-lg)', xl: 'var(--radius-lg)' },
  spacing: { xs: 'var(--space-2)', sm: 'var(--space-3)', md: 'var(--space-4)', lg: 'var(--space-5)', xl: 'var(--space-8)' },
  fontSizes: { xs: 'var(--text-xs)', sm: 'var(--text-sm)', md: 'var(--text-md)', lg: 'var(--text-lg)', xl: 'var(--text-xl)' },
  focusClassName: '',
  respectReducedMotion: true,
})
