"""The common room, met through serialize_spans: values, attributes, resources, scopes, groups, the shortcut rule."""
