use std::{collections::HashMap, path::PathBuf};

use super::{Config, DEFAULTS};

/// Keys whose values are lists. In an environment variable, commas separate the entries.
const LISTS: [&str; 1] = ["api.trusted_proxies"];

/// Whether an environment variable names this key.
fn names(variable: &str, key: &str) -> bool {
    variable.strip_prefix("TAJMEEA_").is_some_and(|name| name.replace("__", ".").eq_ignore_ascii_case(key))
}

impl Config {
    /// Reads the settings of this process.
    ///
    /// # Errors
    /// The error names the file or variable, the key, and the problem.
    pub fn load() -> Result<Config, config::ConfigError> {
        Self::read(Self::file(), std::env::vars().collect())
    }

    /// The operator's file, which `TAJMEEA_CONFIG` names; `None` where the defaults and the environment are all there is.
    pub fn file() -> Option<PathBuf> {
        std::env::var_os("TAJMEEA_CONFIG").map(PathBuf::from)
    }

    fn read(
        file: Option<PathBuf>,
        environment: HashMap<String, String>,
    ) -> Result<Config, config::ConfigError> {
        let database_url = environment.get("DATABASE_URL").cloned();
        // Only names with a section count: TAJMEEA_CONFIG and TAJMEEA_LOG are not keys of the file.
        let sections = environment
            .into_iter()
            .filter(|(name, value)| {
                name.starts_with("TAJMEEA_")
                    && name.contains("__")
                    // The `config` crate reads an empty list as a list with one empty entry.
                    && !(value.trim().is_empty() && LISTS.iter().any(|key| names(name, key)))
            })
            .collect();
        let mut builder =
            config::Config::builder().add_source(config::File::from_str(DEFAULTS, config::FileFormat::Toml));
        if let Some(path) = file {
            builder = builder.add_source(config::File::from(path).format(config::FileFormat::Toml));
        }
        builder
            .add_source(
                config::Environment::with_prefix("TAJMEEA")
                    .prefix_separator("_")
                    .separator("__")
                    .try_parsing(true)
                    .list_separator(",")
                    .with_list_parse_key(LISTS[0])
                    .source(Some(sections)),
            )
            .set_override_option("database.url", database_url)?
            .build()?
            .try_deserialize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(environment: &[(&str, &str)]) -> Result<Config, config::ConfigError> {
        Config::read(
            None,
            environment.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
        )
    }

    #[test]
    fn the_defaults_are_complete() {
        let config = read(&[]).expect("the embedded defaults");
        assert!(config.api.listen.ip().is_loopback());
        assert!(config.demo.listen.ip().is_loopback());
    }

    #[test]
    fn environment_overrides_configuration_files() {
        let config = read(&[
            ("DATABASE_URL", "postgres://elsewhere/db"),
            ("TAJMEEA_API__LISTEN", "127.0.0.1:9999"),
            ("TAJMEEA_INGEST__BATCH_SIZE", "7"),
            ("TAJMEEA_LOG", "json"),
        ])
        .expect("a config");
        assert_eq!(config.database.url, "postgres://elsewhere/db");
        assert_eq!(config.api.listen.port(), 9999);
        assert_eq!(config.ingest.batch_size, 7);
    }

    #[test]
    fn lists_are_read_from_the_environment() {
        let proxies = |value: &str| {
            let config = read(&[("TAJMEEA_API__TRUSTED_PROXIES", value)])?;
            Ok::<_, config::ConfigError>(
                config.api.trusted_proxies.iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        };
        assert_eq!(proxies("10.0.0.0/8").expect("a list"), ["10.0.0.0/8"]);
        assert_eq!(proxies("10.0.0.0/8,192.0.2.7/32").expect("a list"), ["10.0.0.0/8", "192.0.2.7/32"]);
        assert!(proxies("").expect("an empty list").is_empty());
        assert!(proxies("nowhere").is_err());
    }

    #[test]
    fn optional_addresses_may_be_empty() {
        let listen = |value: &str| {
            let config = read(&[("TAJMEEA_INGEST__METRICS_LISTEN", value)])?;
            Ok::<_, config::ConfigError>(config.ingest.metrics_listen.map(|address| address.port()))
        };
        assert_eq!(listen("").expect("none"), None);
        assert_eq!(listen("127.0.0.1:9465").expect("an address"), Some(9465));
        assert!(listen("9465").is_err());
    }

    #[test]
    fn contact_is_a_mail_address_or_a_page() {
        let contact = |value: &str| {
            let config = read(&[("TAJMEEA_SITE__CONTACT", value)])?;
            Ok::<_, config::ConfigError>(config.site.contact)
        };
        assert_eq!(contact("").expect("none"), None);
        for value in ["hello@tajmeea.example", "https://tajmeea.example/write?to=us"] {
            assert_eq!(contact(value).expect("a contact").as_deref(), Some(value));
        }
        for value in
            ["tajmeea", "a@b.example?cc=c@d.example", "javascript:a@b", "http://a.example", "@", "a b@c"]
        {
            assert!(contact(value).is_err(), "{value}");
        }
    }

    #[test]
    fn bot_token_is_one_of_telegram_and_errors_do_not_repeat_it() {
        let token = |value: &str| {
            let config = read(&[("TAJMEEA_TELEGRAM__BOT_TOKEN", value)])?;
            Ok::<_, config::ConfigError>(config.telegram.bot_token)
        };
        assert_eq!(token("").expect("none"), None);
        assert_eq!(token(" 123456:AB-c_9 ").expect("a token").as_deref(), Some("123456:AB-c_9"));
        for value in ["secret", "123456:", ":secret", "12a:secret", "1:secret/..", "1:sec ret"] {
            let error = token(value).expect_err(value).to_string();
            assert!(error.contains("bot_token") && !error.contains("sec"), "{error}");
        }
        let config =
            read(&[("TAJMEEA_TELEGRAM__API_ADDRESS", "http://127.0.0.1:8081/")]).expect("an address");
        assert_eq!(config.telegram.api_address, "http://127.0.0.1:8081");
        assert!(!format!("{:?}", config.telegram).contains("bot_token"));
        for value in ["", "api.telegram.org", "https://", "ftp://api.telegram.org"] {
            assert!(read(&[("TAJMEEA_TELEGRAM__API_ADDRESS", value)]).is_err(), "{value}");
        }
    }

    #[test]
    fn invalid_key_or_value_is_named() {
        let error = read(&[("TAJMEEA_API__LISTN", "127.0.0.1:1")]).expect_err("an unknown key").to_string();
        assert!(error.contains("listn"), "{error}");
        let error =
            read(&[("TAJMEEA_GUARD__OWN_MOVE_PERCENT", "60")]).expect_err("a renamed section").to_string();
        assert!(error.contains("guard") && error.contains("price_screen"), "{error}");
        for (variable, key) in [
            ("TAJMEEA_OFFERS__IN_STOCK_DAYS", "in_stock_days"),
            ("TAJMEEA_EXPIRY__FINISHED_JOBS_DAYS", "finished_jobs_days"),
            ("TAJMEEA_EXPIRY__PARKED_JOBS_DAYS", "parked_jobs_days"),
        ] {
            let error = read(&[(variable, "0")]).expect_err("no days").to_string();
            assert!(error.contains(key) && error.contains("nonzero"), "{error}");
        }
        let error = read(&[("TAJMEEA_API__LISTEN", "nowhere")]).expect_err("no address").to_string();
        assert!(error.contains("api.listen"), "{error}");
    }
}
