//! Rules of a host's robots.txt for our user agent.

use std::time::Duration;

use texting_robots::Robot;

/// Maximum number of bytes read from a robots.txt; the standard demands at least 500 KiB.
pub(super) const SIZE_LIMIT: u64 = 512 * 1024;
/// Maximum Crawl-delay that is obeyed; a longer one counts as this.
const MAX_DELAY: Duration = Duration::from_secs(60);

/// A host's rules for our user agent.
pub(super) enum Rules {
    /// There is no robots.txt: everything is allowed.
    None,
    Parsed(Box<Robot>),
}

impl Rules {
    /// Parses a robots.txt for the first word of our User-Agent (`Tajmeea` for `Tajmeea/0.1 (…)`).
    pub(super) fn parse(user_agent: &str, body: &[u8]) -> Rules {
        let name = user_agent.split(['/', ' ']).next().unwrap_or(user_agent);
        Robot::new(name, body).map_or(Rules::None, |robot| Rules::Parsed(Box::new(robot)))
    }

    pub(super) fn allow(&self, url: &url::Url) -> bool {
        match self {
            Rules::None => true,
            Rules::Parsed(robot) => robot.allowed(url.as_str()),
        }
    }

    /// Returns the addresses of the sitemaps that the file names.
    pub(super) fn sitemaps(&self) -> &[String] {
        match self {
            Rules::None => &[],
            Rules::Parsed(robot) => &robot.sitemaps,
        }
    }

    /// Returns the Crawl-delay that is obeyed: the file's, or the maximum with a note in the log. A negative delay, or one
    /// that is no number, counts as none.
    pub(super) fn delay(&self, host: &str) -> Option<Duration> {
        let Rules::Parsed(robot) = self else { return None };
        let seconds = f64::from(robot.delay?);
        if seconds.is_nan() || seconds <= 0.0 {
            return None;
        }
        match Duration::try_from_secs_f64(seconds) {
            Ok(delay) if delay <= MAX_DELAY => Some(delay),
            _ => {
                let obeyed = MAX_DELAY.as_secs();
                tracing::warn!(
                    "{host}'s robots.txt asks for a Crawl-delay of {seconds} s: only {obeyed} s are obeyed"
                );
                Some(MAX_DELAY)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(robots: &str, path: &str, allowed: bool) {
        let rules = Rules::parse("Tajmeea/0.1 (+https://example.com)", robots.as_bytes());
        let url = format!("https://shop.example{path}").parse().expect("an address");
        assert_eq!(rules.allow(&url), allowed, "{robots:?} {path}");
    }

    #[test]
    fn own_robots_rules_override_general_rules() {
        let robots = "User-agent: *\nDisallow: /\n\nUser-agent: tajmeea\nDisallow: /cart\nCrawl-delay: 2\n";
        check(robots, "/products.json", true);
        check(robots, "/cart/1", false);
        check("User-agent: *\nDisallow: /\n", "/products.json", false);
        check("", "/anything", true);
        check("<html>not a robots.txt</html>", "/anything", true);
    }

    #[test]
    fn crawl_delay_is_obeyed() {
        let delay = |stated: &str| {
            let robots = format!("User-agent: *\nCrawl-delay: {stated}\n");
            Rules::parse("Tajmeea/0.1", robots.as_bytes()).delay("shop.example")
        };
        assert_eq!(delay("2.5"), Some(Duration::from_millis(2500)));
        for stated in ["3600", "1e9", "1e26", "3.4e38", "1e60", "inf"] {
            assert_eq!(delay(stated), Some(MAX_DELAY), "{stated}");
        }
        for stated in ["0", "-1", "-inf", "-1e30", "nan", "soon", ""] {
            assert_eq!(delay(stated), None, "{stated}");
        }
    }
}
