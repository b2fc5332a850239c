//! One request to an endpoint with Chat Completions.

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use serde_json::{Value, json};

use crate::settings::Settings;

pub struct Model {
    client: Client<OpenAIConfig>,
    name: String,
    answer: u64,
    tools: Vec<Value>,
}

pub struct Answer {
    /// As it came: it goes into the history unchanged.
    pub message: Value,
    /// Tokens that were billed for the request, if the endpoint tells.
    pub input_tokens: Option<f64>,
}

pub enum Failure {
    /// The context is too long for the model; its window, if the endpoint names it.
    TooLong(String),
    Other(String),
}

impl Model {
    pub fn new(settings: &Settings, tools: Vec<Value>) -> Self {
        let mut config = OpenAIConfig::new().with_api_key(&settings.key);
        if let Some(url) = &settings.url {
            config = config.with_api_base(url);
        }
        let client = Client::with_config(config);
        Self { client, name: settings.model.clone(), answer: settings.answer, tools }
    }

    pub fn tools(&self) -> &[Value] {
        &self.tools
    }

    pub async fn ask(&self, messages: &[Value]) -> Result<Answer, Failure> {
        let request = json!({
            "model": self.name,
            "messages": messages,
            "tools": self.tools,
            "max_completion_tokens": self.answer,
            "stream": false,
        });
        let answer: Value = self.client.chat().create_byot(request).await.map_err(failure)?;
        let choice = &answer["choices"][0];
        match choice["finish_reason"].as_str() {
            Some("length") => Err(Failure::Other("The model's answer was cut off at the limit of tokens.".into())),
            Some("stop" | "tool_calls") => {
                let input_tokens = answer["usage"]["prompt_tokens"].as_f64();
                Ok(Answer { message: choice["message"].clone(), input_tokens })
            }
            reason => Err(Failure::Other(format!("The answer is none: finish_reason {reason:?}"))),
        }
    }
}

fn failure(error: OpenAIError) -> Failure {
    let message = error.to_string();
    let is_too_long = message.contains("context_length_exceeded") || message.contains("maximum context length");
    if is_too_long { Failure::TooLong(message) } else { Failure::Other(message) }
}
