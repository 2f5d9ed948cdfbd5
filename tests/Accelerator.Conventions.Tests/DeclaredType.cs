namespace Accelerator.Conventions.Tests;

/// <summary>A type as declared in its file.</summary>
/// <param name="Access">public, internal, private, file or empty.</param>
/// <param name="Modifiers">The other modifiers, separated by one space.</param>
/// <param name="Kind">class, record, record struct, struct, interface, enum or delegate.</param>
/// <param name="Name">The name without type parameters.</param>
/// <param name="Depth">0 in a file-scoped namespace, 1 within another type, and so on.</param>
/// <param name="Line">The line number, from 1.</param>
internal sealed record DeclaredType(string Access, string Modifiers, string Kind, string Name, int Depth, int Line);
