//! Makes equal parts of the OpenAPI document components: each is described once.
//!
//! The result says the same as the document. `tests/api/openapi.rs` expands the references again and compares both.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::descriptions::share_descriptions;
use super::parts::{JSON, NDJSON, TEXT, read_document};

type Object = Map<String, Value>;

/// Name of the only example of a content while it is among the named ones.
const ONLY: &str = "example";

/// Approximate length of a reference in bytes of YAML.
const REFERENCE_BYTES: usize = 60;

/// Length in bytes of JSON from which an example is a component although it occurs once: there it has less indentation.
const LONG_EXAMPLE_BYTES: usize = 240;

/// Least number of members of an object on which another one is built.
const PARENT_MEMBERS_MIN: usize = 4;

/// Returns the document with a component for each part that it has several times.
///
/// # Errors
/// If the result is not an OpenAPI document.
pub(in crate::http) fn share(whole: &OpenApi) -> serde_json::Result<OpenApi> {
    let mut document = serde_json::to_value(whole)?;
    share_descriptions(&mut document);
    build_on_parents(&mut document["components"]["schemas"]);
    visit_contents(&mut document, &mut name_example);
    // A new component may have parts that others have, too.
    while share_once(&mut document) {}
    name_alternatives(&mut document["components"]["schemas"]);
    visit_contents(&mut document, &mut unname_example);
    share_parameters(&mut document["paths"]);
    read_document(document, whole)
}

/// Group of components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Schemas,
    Parameters,
    Headers,
    Examples,
    Responses,
}

impl Group {
    fn name(self) -> &'static str {
        match self {
            Self::Schemas => "schemas",
            Self::Parameters => "parameters",
            Self::Headers => "headers",
            Self::Examples => "examples",
            Self::Responses => "responses",
        }
    }
}

/// A part of the document that may become a component.
struct Part<'a> {
    group: Group,
    /// Parts with different labels are different, because their names are.
    label: &'a str,
    /// Names for the component. It gets the first that no other one has.
    names: Vec<String>,
    value: &'a mut Value,
}

/// What identifies a component: its group, its label and its JSON.
type Key = (Group, String, String);

/// Visitor of parts.
type Visit<'a> = dyn FnMut(Part<'_>) + 'a;

impl Part<'_> {
    /// Returns the key, unless the part is a reference, perhaps with a description, or null: generators of clients take a component that is one
    /// for an empty object.
    fn key(&self) -> Option<Key> {
        let is_reference = |value: &Value| value.get("$ref").is_some();
        let or_null = self.value.get("oneOf").and_then(Value::as_array).is_some_and(|alternatives| {
            alternatives.len() == 2
                && alternatives.iter().any(is_reference)
                && alternatives.iter().any(|alternative| alternative["type"] == "null")
        });
        let is_reference = !self.value.is_object() || is_reference(self.value) || or_null;
        (!is_reference).then(|| (self.group, self.label.to_owned(), self.value.to_string()))
    }
}

/// Returns whether a component and references to it are shorter than its occurrences.
fn is_worth((group, _, text): &Key, occurrences: usize) -> bool {
    let length = text.len();
    if *group == Group::Examples && occurrences == 1 {
        return length >= LONG_EXAMPLE_BYTES;
    }
    occurrences * length > length + occurrences * REFERENCE_BYTES
}

/// Replaces the outermost parts that are worth it by references. Returns whether there were any.
fn share_once(document: &mut Value) -> bool {
    let mut occurrences = BTreeMap::<Key, usize>::new();
    visit_parts(document, &mut |part| {
        if let Some(key) = part.key() {
            *occurrences.entry(key).or_default() += 1;
        }
    });
    occurrences.retain(|key, occurrences| is_worth(key, *occurrences));
    let mut taken = BTreeSet::new();
    for group in [Group::Schemas, Group::Parameters, Group::Headers, Group::Examples, Group::Responses] {
        let components = document["components"][group.name()].as_object();
        taken.extend(components.into_iter().flat_map(Object::keys).map(|name| (group, name.clone())));
    }
    let mut components = BTreeMap::<Key, (String, Value)>::new();
    visit_parts(document, &mut |part| {
        let Some(key) = part.key().filter(|key| occurrences.contains_key(key)) else { return };
        let (name, _) = components.entry(key).or_insert_with(|| {
            let last = part.names.last().cloned().unwrap_or_default();
            let numbered = (2..).map(|number| format!("{last}{number}"));
            let mut names = part.names.iter().cloned().chain(numbered);
            let name = names.find(|name| taken.insert((part.group, name.clone()))).unwrap_or_default();
            (name, part.value.clone())
        });
        *part.value = json!({"$ref": format!("#/components/{}/{name}", part.group.name())});
    });
    let changed = !components.is_empty();
    for ((group, _, _), (name, value)) in components {
        document["components"][group.name()][name] = value;
    }
    changed
}

/// Visits everything that may become a component, the outer parts before the inner ones.
fn visit_parts(document: &mut Value, visit: &mut Visit<'_>) {
    for (path, item) in members(&mut document["paths"]) {
        for (_, operation) in members(item) {
            visit_operation(operation, path.ends_with("/batch"), visit);
        }
    }
    for (name, response) in members(&mut document["components"]["responses"]) {
        visit_headers(response, name, visit);
    }
    for (name, schema) in members(&mut document["components"]["schemas"]) {
        visit_schema(schema, name, visit);
    }
    for (name, parameter) in members(&mut document["components"]["parameters"]) {
        let option = parameter["name"].as_str().unwrap_or_default().to_owned();
        if let Some(schema) = parameter.get_mut("schema") {
            let names = vec![format!("{name}InQuery")];
            visit(Part { group: Group::Schemas, label: &option, names, value: schema });
        }
    }
}

fn visit_operation(operation: &mut Value, is_batch: bool, visit: &mut Visit<'_>) {
    let id = pascal_case(operation["operationId"].as_str().unwrap_or_default());
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = pascal_case(parameter["name"].as_str().unwrap_or_default());
        let in_batch = is_batch.then(|| format!("{name}InBatch"));
        let names = [Some(name.clone()), in_batch, Some(format!("{name}Of{id}"))];
        let names = names.into_iter().flatten().collect();
        visit(Part { group: Group::Parameters, label: "", names, value: parameter });
    }
    if let Some(body) = operation.get_mut("requestBody") {
        visit_content(body, &format!("{id}Request"), visit);
    }
    for (status, response) in members(&mut operation["responses"]) {
        // The name of a success would not say of which operation it is.
        if !status.starts_with("20") {
            let reason = status.parse().ok().and_then(|status: StatusCode| status.canonical_reason());
            let name = pascal_case(reason.unwrap_or_default());
            let names = vec![name.clone(), format!("{name}Of{id}")];
            visit(Part { group: Group::Responses, label: status, names, value: response });
        }
        visit_headers(response, &id, visit);
        visit_content(response, &format!("{id}Answer"), visit);
    }
}

fn visit_headers(response: &mut Value, owner: &str, visit: &mut Visit<'_>) {
    for (name, header) in response.get_mut("headers").map(members).into_iter().flatten() {
        let names = vec![pascal_case(name), format!("{}Of{owner}", pascal_case(name))];
        visit(Part { group: Group::Headers, label: name, names, value: header });
    }
}

fn visit_content(body: &mut Value, owner: &str, visit: &mut Visit<'_>) {
    for (media_type, content) in body.get_mut("content").map(members).into_iter().flatten() {
        let form = match media_type.as_str() {
            JSON => "Json".to_owned(),
            NDJSON => "Lines".to_owned(),
            TEXT => "Text".to_owned(),
            other => pascal_case(other),
        };
        for (name, example) in content.get_mut("examples").map(members).into_iter().flatten() {
            let name = if name == ONLY { "" } else { name };
            let name = format!("{owner}{}", pascal_case(name));
            let names = vec![name.clone(), format!("{name}{form}")];
            visit(Part { group: Group::Examples, label: "", names, value: example });
        }
        if let Some(schema) = content.get_mut("schema") {
            let names = vec![form.clone(), format!("{form}Of{owner}")];
            visit(Part { group: Group::Schemas, label: media_type, names, value: schema });
        }
    }
}

/// Visits the schemas of members and elements, which have their names from a component.
fn visit_schema(schema: &mut Value, component: &str, visit: &mut Visit<'_>) {
    let Value::Object(keywords) = schema else { return };
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties", properties) => {
                for (name, property) in members(properties) {
                    let in_component = |component| format!("{}In{component}", pascal_case(name));
                    let names = vec![in_component(last_word(component)), in_component(component)];
                    visit(Part { group: Group::Schemas, label: name, names, value: property });
                    visit_schema(property, component, visit);
                }
            }
            ("items" | "additionalProperties", element @ Value::Object(_)) => {
                let names = vec![format!("ElementOf{component}")];
                visit(Part { group: Group::Schemas, label: "", names, value: element });
                visit_schema(element, component, visit);
            }
            ("allOf", Value::Array(schemas)) => {
                for schema in schemas {
                    let names = vec![format!("Common{}", last_word(component)), format!("Common{component}")];
                    visit(Part { group: Group::Schemas, label: "", names, value: schema });
                    visit_schema(schema, component, visit);
                }
            }
            ("oneOf" | "anyOf", Value::Array(schemas)) => {
                schemas.iter_mut().for_each(|schema| visit_schema(schema, component, visit));
            }
            _ => {}
        }
    }
}

/// Moves the parameters that all operations of a path have to the path.
fn share_parameters(paths: &mut Value) {
    for (_, item) in members(paths) {
        let operations = item.as_object().into_iter().flat_map(Object::values);
        let lists: Option<Vec<_>> = operations.map(|operation| operation["parameters"].as_array()).collect();
        let Some([first, others @ ..]) = lists.as_deref() else { continue };
        if others.is_empty() {
            continue;
        }
        let is_common = |parameter: &&Value| others.iter().all(|list| list.contains(parameter));
        let common: Vec<Value> = first.iter().filter(is_common).cloned().collect();
        for (_, operation) in members(item) {
            let Value::Object(operation) = operation else { continue };
            if let Some(Value::Array(own)) = operation.get_mut("parameters") {
                own.retain(|parameter| !common.contains(parameter));
                if own.is_empty() {
                    operation.remove("parameters");
                }
            }
        }
        if !common.is_empty() {
            item["parameters"] = common.into();
        }
    }
}

/// Visits the contents of all requests and responses of operations.
fn visit_contents(document: &mut Value, visit: &mut dyn FnMut(&mut Object)) {
    for (_, item) in members(&mut document["paths"]) {
        for (_, operation) in members(item) {
            let mut bodies: Vec<&mut Value> = Vec::new();
            for (name, part) in members(operation) {
                match name.as_str() {
                    "requestBody" => bodies.push(part),
                    "responses" => bodies.extend(members(part).map(|(_, response)| response)),
                    _ => {}
                }
            }
            let contents = bodies.into_iter().filter_map(|body| body.get_mut("content")).flat_map(members);
            contents.filter_map(|(_, content)| content.as_object_mut()).for_each(&mut *visit);
        }
    }
}

/// Makes the only example of a content one of its named ones.
fn name_example(content: &mut Object) {
    if let Some(example) = content.remove("example") {
        content.insert("examples".to_owned(), json!({ONLY: {"value": example}}));
    }
}

/// Reverts [`name_example`], unless the example has become a component.
fn unname_example(content: &mut Object) {
    let examples = content.get_mut("examples");
    if let Some(value) = examples.and_then(|examples| examples.get_mut(ONLY)?.get_mut("value")) {
        let example = value.take();
        content.remove("examples");
        content.insert("example".to_owned(), example);
    }
}

/// Makes the objects among alternatives components, whose names have their titles: generators of clients lose some objects without a name.
fn name_alternatives(schemas: &mut Value) {
    let mut named = Vec::new();
    for (component, schema) in members(schemas) {
        name_alternatives_in(schema, component, &mut named);
    }
    for (name, schema) in named {
        schemas[name] = schema;
    }
}

fn name_alternatives_in(schema: &mut Value, component: &str, named: &mut Vec<(String, Value)>) {
    let Value::Object(keywords) = schema else { return };
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties", properties) => {
                for (name, property) in members(properties) {
                    name_alternatives_in(property, &format!("{component}{}", pascal_case(name)), named);
                }
            }
            ("items", element) => name_alternatives_in(element, component, named),
            ("oneOf", Value::Array(alternatives)) => {
                for alternative in alternatives {
                    name_alternatives_in(alternative, component, named);
                    if alternative["type"] == "object"
                        && let Some(Value::String(title)) =
                            alternative.as_object_mut().and_then(|object| object.remove("title"))
                    {
                        let name = format!("{component}{title}");
                        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
                        named.push((name, mem::replace(alternative, reference)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Describes objects that have all members of another one as that object and the further members.
fn build_on_parents(schemas: &mut Value) {
    let built: Vec<(String, Value)> = {
        let schemas = schemas.as_object().into_iter().flatten();
        let objects: Vec<(&String, &Object)> =
            schemas.filter_map(|(name, schema)| Some((name, plain_object(schema)?))).collect();
        let built = objects.iter().filter_map(|(name, object)| {
            let parents = objects.iter().filter(|(_, parent)| is_parent(parent, object));
            let (parent, members) = parents.max_by_key(|(_, parent)| properties(parent).len())?;
            Some(((*name).clone(), built_on(object, parent, members)))
        });
        built.collect()
    };
    for (name, schema) in built {
        schemas[name] = schema;
    }
}

/// Returns a schema that is an object with members, and nothing else.
fn plain_object(schema: &Value) -> Option<&Object> {
    let object = schema.as_object()?;
    let is_plain =
        object.keys().all(|key| ["type", "properties", "required", "description"].contains(&key.as_str()));
    (is_plain && schema["type"] == "object").then_some(object)
}

/// Returns whether an object has all members of a parent, and more.
fn is_parent(parent: &Object, object: &Object) -> bool {
    let (inherited, all) = (properties(parent), properties(object));
    inherited.len() >= PARENT_MEMBERS_MIN
        && inherited.len() < all.len()
        && inherited.iter().all(|(name, schema)| all.get(*name) == Some(schema))
        && required(parent).is_subset(&required(object))
}

fn built_on(object: &Object, parent: &str, inherited: &Object) -> Value {
    let (all, required_above) = (properties(object), required(inherited));
    let own: Object = all
        .iter()
        .filter(|(name, _)| !properties(inherited).contains_key(**name))
        .map(|(name, schema)| ((*name).clone(), (*schema).clone()))
        .collect();
    let required: Vec<&str> = required(object).difference(&required_above).copied().collect();
    let mut rest = json!({"type": "object", "properties": own});
    if !required.is_empty() {
        rest["required"] = json!(required);
    }
    let mut built = json!({"allOf": [{"$ref": format!("#/components/schemas/{parent}")}, rest]});
    if let Some(description) = object.get("description") {
        built["description"] = description.clone();
    }
    built
}

fn properties(object: &Object) -> BTreeMap<&String, &Value> {
    object.get("properties").and_then(Value::as_object).into_iter().flatten().collect()
}

fn required(object: &Object) -> BTreeSet<&str> {
    object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Returns the members of an object, or none of any other value.
fn members(value: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    value.as_object_mut().into_iter().flatten()
}

/// Returns a name such as `x-request-id` or `not_read` in the style of components.
fn pascal_case(name: &str) -> String {
    let words = name.split(|other: char| !other.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// Returns the last word of a name in the style of components, such as `Request`. An entry is a request in a batch.
fn last_word(name: &str) -> &str {
    match name.rfind(|other: char| other.is_ascii_uppercase()).map_or(name, |start| &name[start..]) {
        "Entry" => "Request",
        word => word,
    }
}
