using System;
using System.IO;
using System.Linq;
using System.Reflection;

// .NET calls this class before it starts a third-party program, which then never runs. The class compiles C# with
// Roslyn, or runs a compiled program. Debian's C# 7 compiler, which compiles this class, can't read .NET 8
// assemblies, so the class calls Roslyn by reflection.
public static unsafe class StartupHook
{
    private delegate bool MetadataReader(Assembly assembly, out byte* start, out int length);

    private static string roslyn;

    /// <summary>The arguments are "run" and an assembly, or the folder of Roslyn and files with csc options.</summary>
    public static void Initialize()
    {
        var arguments = Environment.GetCommandLineArgs().Skip(1).ToArray();
        if (arguments[0] == "run")
        {
            var main = Assembly.LoadFrom(arguments[1]).EntryPoint;
            ((Action<string[]>)Delegate.CreateDelegate(typeof(Action<string[]>), main))(new string[0]);
            Environment.Exit(0);
        }
        roslyn = arguments[0];
        var failed = arguments.Skip(1).Count(file => !Compile("@" + file));
        Environment.Exit(failed);
    }

    private static bool Compile(string options)
    {
        dynamic parser = Class("CSharp.CSharpCommandLineParser").GetProperty("Default").GetValue(null);
        dynamic parsed = parser.Parse(new[] { options }, Environment.CurrentDirectory, null, null);
        dynamic compilation = Call(
            "CSharp.CSharpCompilation", "Create", parsed.CompilationName, null, null, parsed.CompilationOptions);
        foreach (var source in parsed.SourceFiles)
        {
            var code = File.ReadAllText(source.Path);
            compilation = compilation.AddSyntaxTrees(
                Call("CSharp.CSharpSyntaxTree", "ParseText", code, parsed.ParseOptions, source.Path));
        }
        foreach (var each in parsed.MetadataReferences)
            compilation = compilation.AddReferences(ReferenceTo(each.Reference));
        var output = Path.Combine(parsed.OutputDirectory, parsed.OutputFileName);
        dynamic result = Call("FileSystemExtensions", "Emit", compilation, output);
        foreach (var each in parsed.Errors) Console.WriteLine(each.ToString());
        foreach (var each in result.Diagnostics) Console.WriteLine(each.ToString());
        return result.Success && parsed.Errors.Length == 0;
    }

    /// <summary>A reference to an assembly of the runtime, which has no file: the program contains the runtime.</summary>
    private static dynamic ReferenceTo(string name)
    {
        var type = Type.GetType("System.Reflection.Metadata.AssemblyExtensions, System.Runtime.Loader", true);
        var method = type.GetMethod("TryGetRawMetadata");
        byte* start;
        int length;
        ((MetadataReader)Delegate.CreateDelegate(typeof(MetadataReader), method))(
            Assembly.Load(name), out start, out length);
        dynamic module = Call("ModuleMetadata", "CreateFromMetadata", new IntPtr(start), length);
        return Call("AssemblyMetadata", "Create", module).GetReference();
    }

    private static Type Class(string name)
    {
        var file = name.StartsWith("CSharp.") ? "Microsoft.CodeAnalysis.CSharp.dll" : "Microsoft.CodeAnalysis.dll";
        return Assembly.LoadFrom(Path.Combine(roslyn, file)).GetType("Microsoft.CodeAnalysis." + name, true);
    }

    private static dynamic Call(string type, string method, params object[] arguments)
    {
        var flags = BindingFlags.InvokeMethod | BindingFlags.OptionalParamBinding;
        return Class(type).InvokeMember(
            method, flags | BindingFlags.Public | BindingFlags.Static, null, null, arguments);
    }
}
