//! Reads parameters into the fields of a struct, by its `Deserialize`.

use std::slice;

use serde::{
    de::{
        DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, Visitor,
        value::{Error, SeqDeserializer},
    },
    forward_to_deserialize_any,
};

use super::{Query, WORDS};

/// Reads the fields of a struct from the parameters with their names, and takes these out of a query.
pub(super) struct Fields<'q> {
    query: &'q mut Query,
    /// Fields that were not looked for yet.
    names: slice::Iter<'static, &'static str>,
    /// The parameter that is being read.
    pub(super) name: Option<&'static str>,
}

impl<'q> Fields<'q> {
    pub(super) fn new(query: &'q mut Query) -> Self {
        Self { query, names: [].iter(), name: None }
    }

    fn text(&mut self) -> String {
        self.query.single(self.name.unwrap_or_default()).unwrap_or_default()
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.name = None;
        for name in self.names.by_ref() {
            if self.query.has_value(name) {
                self.name = Some(name);
                return seed.deserialize((*name).into_deserializer()).map(Some);
            }
            self.query.ignore(name);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self)
    }
}

/// The struct at first, and then each of its fields.
impl<'de> Deserializer<'de> for &mut Fields<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.text())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.names = names.iter();
        visitor.visit_map(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.text().parse().map_err(|_| Error::custom("must be true or false"))?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let name = self.name.unwrap_or_default();
        let read = if WORDS.contains(&name) { Query::values } else { Query::comma_values };
        visitor.visit_seq(SeqDeserializer::new(read(self.query, name).into_iter()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let text = self.text();
        match names.split_last() {
            Some((last, others)) if !names.contains(&text.as_str()) => {
                Err(Error::custom(format!("must be {} or {last}", others.join(", "))))
            }
            _ => visitor.visit_enum(text.into_deserializer()),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct map identifier ignored_any
    }
}
