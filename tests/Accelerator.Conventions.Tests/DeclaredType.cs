namespace Accelerator.Conventions.Tests;

/// <summary>A type as its file declares it.</summary>
/// <param name="Access">public, internal, private, file or empty.</param>
/// <param name="Modifiers">The other modifiers, one blank between them.</param>
/// <param name="Kind">class, record, record struct, struct, interface, enum or delegate.</param>
/// <param name="Name">Without type parameters.</param>
/// <param name="Depth">0 in a file-scoped namespace, 1 within another type, …</param>
/// <param name="Line">From 1.</param>
internal sealed record DeclaredType(string Access, string Modifiers, string Kind, string Name, int Depth, int Line);
